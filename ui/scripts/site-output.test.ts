// @vitest-environment node
import { expect, test } from 'vitest';
import { routeTable } from '../src/app/route-table';
import { organisation } from '../src/content/organisation';
import { blogFeed, sitemap } from './feeds';
import { headingOf, pageDocument } from './page-document';
import { pageHead } from './page-head';
import { nameOf, routeList } from './route-list';
import { faultsOf } from './strict-html';

test('the route list tells the server file, status, noindex and referrer of each route', () => {
  const routes = routeList(routeTable);
  const plain = { noindex: false, referrer: 'strict-origin-when-cross-origin', status: 200 };
  expect(routes).toContainEqual({ path: '/', file: 'index.html', ...plain });
  expect(routes).toContainEqual({
    path: '/about/core-values',
    file: 'about/core-values/index.html',
    ...plain,
  });
  expect(routes).toContainEqual({
    path: '/auth/confirm',
    file: 'app-shell.html',
    noindex: true,
    referrer: 'no-referrer',
    status: 200,
  });
});

test('each page names its files differently', () => {
  const names = routeTable.map(({ path }) => nameOf(path));
  expect(new Set(names).size).toBe(names.length);
});

const scripts =
  '<link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script>' +
  '<script type="application/ld+json">{}</script>';
const about =
  '<title>About</title><meta name="description" content="x"><link rel="canonical" href="/about">';

test('a page of scripts and styles by reference alone passes', () => {
  expect(faultsOf(scripts, true)).toEqual([]);
  expect(faultsOf(`${about}${scripts}</head><svg><title>A drawing</title></svg>`, false)).toEqual(
    [],
  );
});

test.each([
  ['inline script', '<script>run()</script>'],
  ['inline style', '<style>a{}</style>'],
  ['inline style', '<p style="color:red">'],
  ['inline event handler', '<a onclick="run()">'],
  ['title', '<title>Forum</title>'],
  ['canonical', '<link rel="canonical" href="/">'],
])('%s is a fault', (fault, html) => {
  expect(faultsOf(html, true).join()).toContain(fault);
  expect(faultsOf(about + html, false).join()).toContain(fault);
});

test('a page without title, description or canonical address is at fault', () => {
  expect(faultsOf('<p>words</p>', false)).toHaveLength(3);
});

test('what React writes in front of the markup goes into the head, the rest into the root', () => {
  const shell =
    '<head><meta charset="utf-8"></head><body><div id="root"></div>\n<noscript>No</noscript></body>';
  const rendered =
    '<title>A &amp; B</title><link rel="canonical" href="/a"/><main>$& <p>x</p></main>';
  expect(pageDocument(shell, { rendered, head: '<meta name="z">' })).toBe(
    '<head><meta charset="utf-8"><title>A &amp; B</title><link rel="canonical" href="/a"/>' +
      '<meta name="z"></head><body><div id="root"><main>$& <p>x</p></main></div></body>',
  );
  expect(() => pageDocument('<body></body>', { rendered, head: '' })).toThrow('#root');
});

test('the heading of a page is read as words', () => {
  const html =
    '<h1 tabindex="-1">Board &amp; <br/><em>Founder&#x27;s</em><!-- --> hall</h1><h1>No</h1>';
  expect(headingOf(html)).toBe("Board & Founder's hall");
  expect(() => headingOf('<h2>Only a section</h2>')).toThrow('no h1');
});

test('the head speaks of the page and of the organisation, and nothing can end its elements early', () => {
  const facts = {
    origin: 'https://origin.invalid',
    path: '/about',
    title: 'Board & "Leadership"',
    description: 'Who leads',
    picture: '/pictures/about.png',
    scripts: ['/assets/a.js'],
  };
  const head = pageHead(facts, { ...organisation, mission: '</script><b>' as never });
  expect(head).toContain('<meta property="og:title" content="Board &amp; &quot;Leadership&quot;">');
  expect(head).toContain('content="https://origin.invalid/pictures/about.png"');
  expect(head).toContain('<link rel="modulepreload" crossorigin href="/assets/a.js">');
  const [, json = ''] = /ld\+json">(.*)<\/script>$/.exec(head) ?? [];
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toMatchObject({ '@type': 'NGO', description: '</script><b>' });
});

test('the sitemap is XML whatever stands in an address', () => {
  expect(sitemap(['https://origin.invalid/?a&b'])).toContain(
    '<loc>https://origin.invalid/?a&amp;b</loc>',
  );
});

test('the feed has the stories newest first, each with a day and a lasting name', () => {
  const story = { excerpt: 'x < y', author: 'Ana', category: 'Policy Updates' };
  const channel = {
    title: 'News & Updates',
    description: 'News',
    page: 'https://origin.invalid/blog',
    self: 'https://origin.invalid/blog/feed.xml',
  };
  const xml = blogFeed(channel, [
    { ...story, id: 'older', title: 'Older', date: '2025-01-31' },
    { ...story, id: 'newer', title: 'Newer', date: '2025-02-01' },
  ]);
  expect(xml.indexOf('Newer')).toBeLessThan(xml.indexOf('Older'));
  expect(xml).toContain('<pubDate>Fri, 31 Jan 2025 12:00:00 GMT</pubDate>');
  expect(xml).toContain('<lastBuildDate>Sat, 01 Feb 2025 12:00:00 GMT</lastBuildDate>');
  expect(xml).toContain('<guid isPermaLink="false">older</guid>');
  expect(xml).toContain('<link>https://origin.invalid/blog#older</link>');
  expect(xml).toContain('<title>News &amp; Updates</title>');
  expect(xml).toContain('<description>x &lt; y</description>');
});

// @vitest-environment node
import { expect, test } from 'vitest';
import { routeTable } from '../../src/app/route-table';
import { organisation } from '../../src/content/site/organisation';
import { headingOf, pageDocument, pageHead } from './page-html';
import { nameOf, routeList } from './static-files';
import { faultsOf } from './site-output';
import { pictureMaker } from './social-picture';

test('the route list has the file, status, noindex flag and referrer policy of each route', () => {
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
    file: 'shells/auth-confirm.html',
    noindex: true,
    referrer: 'no-referrer',
    status: 200,
  });
});

test('page file names are unique', () => {
  const names = routeTable.map(({ path }) => nameOf(path));
  expect(new Set(names).size).toBe(names.length);
});

const scripts =
  '<link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script>' +
  '<script type="application/ld+json">{}</script>';
const about =
  '<title>About</title><meta name="description" content="x"><link rel="canonical" href="/about">';

test('a page with external scripts and styles has no violation', () => {
  expect(faultsOf(`<title>Sign In</title>${scripts}`, 'shell')).toEqual([]);
  expect(faultsOf(`${about}${scripts}</head><svg><title>A drawing</title></svg>`, 'page')).toEqual(
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
])('%s is a violation', (fault, html) => {
  expect(faultsOf(`<title>Sign In</title>${html}`, 'shell').join()).toContain(fault);
  expect(faultsOf(about + html, 'page').join()).toContain(fault);
});

test('a page without title, description or canonical address has three violations', () => {
  expect(faultsOf('<p>words</p>', 'page')).toHaveLength(3);
});

test('the not-found page has no canonical address', () => {
  expect(faultsOf(about, 'not-found').join()).toContain('canonical');
  expect(faultsOf(about.replace(/<link.*/, ''), 'not-found')).toEqual([]);
});

test('tags that React hoists go into the head and the markup into the root', () => {
  const shell =
    '<head><meta charset="utf-8"></head><body><div id="root"></div>\n<noscript>\n<p>No</p>\n</noscript></body>';
  const rendered =
    '<title>A &amp; B</title><link rel="canonical" href="/a"/><main>$& <p>x</p></main>';
  expect(pageDocument(shell, { rendered, head: '<meta name="z">', path: '/a' })).toBe(
    '<head><meta charset="utf-8"><title>A &amp; B</title><link rel="canonical" href="/a"/>' +
      '<meta name="z"></head><body><div id="root" data-page="/a"><main>$& <p>x</p></main></div></body>',
  );
  expect(() => pageDocument('<body></body>', { rendered, head: '', path: '/a' })).toThrow('#root');
});

test('the heading is extracted as plain text', () => {
  const html =
    '<h1 tabindex="-1">Board &amp; <br/><em>Founder&#x27;s</em><!-- --> hall</h1><h1>No</h1>';
  expect(headingOf(html)).toBe("Board & Founder's hall");
  expect(() => headingOf('<h2>Only a section</h2>')).toThrow('no h1');
});

test('the head has the metadata of the page with escaped values', () => {
  const facts = {
    origin: 'https://origin.invalid',
    path: '/about',
    title: 'Board & "Leadership"',
    description: 'Who leads',
    picture: '/pictures/about.png',
    scripts: ['/assets/a.js'],
    feed: { title: 'News & Updates', path: '/blog/feed.xml' },
  };
  const head = pageHead(facts, organisation.name, ['<script>data</script>']);
  expect(head).toContain('<meta property="og:title" content="Board &amp; &quot;Leadership&quot;">');
  expect(head).toContain('content="https://origin.invalid/pictures/about.png"');
  expect(head).toContain(
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/a.js">',
  );
  expect(head).toContain('title="News &amp; Updates" href="/blog/feed.xml">');
  expect(head).toContain('<meta property="og:type" content="website">');
  expect(head).toContain('<script>data</script>');
  const post = pageHead({ ...facts, published: '2026-10-08' }, organisation.name, []);
  expect(post).toContain('<meta property="og:type" content="article">');
  expect(post).toContain('<meta property="article:published_time" content="2026-10-08">');
});

test('a picture is small and reproducible, and a title that does not fit is an error', async () => {
  const draw = await pictureMaker('Educators Forum');
  const title =
    'Teachers know what works. We gather what they know and carry it to those who decide.';
  const picture = await draw(title);
  expect(picture.length).toBeLessThan(50_000);
  expect(await draw(title)).toEqual(picture);
  await expect(draw('Incomprehensibilities'.repeat(9))).rejects.toThrow('does not fit');
});

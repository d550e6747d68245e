import { expect, test } from 'vitest';
import { stories } from '../../src/static-site';
import { blogFeed, sitemap } from './feeds';

test('the sitemap escapes addresses', () => {
  expect(sitemap([{ address: 'https://origin.invalid/?a&b', changed: '2025-02-01' }])).toContain(
    '<loc>https://origin.invalid/?a&amp;b</loc><lastmod>2025-02-01</lastmod>',
  );
});

test('the feed has the stories newest first, each with a date and a permanent id', () => {
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
  expect(xml).toContain('<link>https://origin.invalid/blog/older</link>');
  expect(xml).toContain('<title>News &amp; Updates</title>');
  expect(xml).toContain('<description>x &lt; y</description>');
});

/** An RFC 822 date with the four-digit year that RFC 1123 requires. */
const rfc822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

test('the feed of the blog is valid RSS 2.0 with a self link', () => {
  const channel = {
    title: 'A & B',
    description: '"News" <of> the day',
    page: 'https://origin.invalid/blog',
    self: 'https://origin.invalid/blog/feed.xml?a&b',
  };
  const feed = new DOMParser().parseFromString(blogFeed(channel, stories), 'application/xml');
  expect(feed.querySelector('parsererror')).toBeNull();
  const rss = feed.documentElement;
  expect([rss.tagName, rss.getAttribute('version')]).toEqual(['rss', '2.0']);
  const of = (parent: Element, name: string) =>
    [...parent.children].filter(({ tagName }) => tagName === name).map((part) => part.textContent);
  const [inside] = rss.children;
  if (!inside || rss.childElementCount !== 1)
    throw new Error('The feed does not have one channel.');
  expect(of(inside, 'title')).toEqual([channel.title]);
  expect(of(inside, 'link')).toEqual([channel.page]);
  expect(of(inside, 'description')).toEqual([channel.description]);
  expect(of(inside, 'lastBuildDate').join()).toMatch(rfc822);
  const [self, ...others] = feed.getElementsByTagNameNS('http://www.w3.org/2005/Atom', 'link');
  expect(others).toEqual([]);
  expect(self?.getAttribute('rel')).toBe('self');
  expect(self?.getAttribute('type')).toBe('application/rss+xml');
  expect(self?.getAttribute('href')).toBe(channel.self);

  const items = [...inside.children].filter(({ tagName }) => tagName === 'item');
  expect(items).toHaveLength(stories.length);
  const once = ['title', 'link', 'guid', 'pubDate', 'dc:creator', 'category', 'description'];
  for (const item of items) {
    expect([...item.children].map(({ tagName }) => tagName)).toEqual(once);
    for (const { textContent } of item.children) expect(textContent.trim()).not.toBe('');
    const [date = ''] = of(item, 'pubDate');
    expect(date).toMatch(rfc822);
    expect(new Date(date).toUTCString(), 'its weekday').toBe(date);
  }
  const guids = items.flatMap((item) => of(item, 'guid'));
  expect(new Set(guids).size).toBe(stories.length);
});

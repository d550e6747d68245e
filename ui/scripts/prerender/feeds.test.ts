import { expect, test } from 'vitest';
import { stories } from '../../src/static-site';
import { blogFeed, sitemap } from './feeds';

test('the sitemap escapes addresses', () => {
  expect(sitemap([{ address: 'https://origin.invalid/?a&b', changed: '2025-02-01' }])).toContain(
    '<loc>https://origin.invalid/?a&amp;b</loc><lastmod>2025-02-01</lastmod>',
  );
});

/** An RFC 822 date with the four-digit year that RFC 1123 requires. */
const rfc822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

test('the feed of the blog is valid RSS 2.0 with a self link and the stories, newest first', () => {
  const channel = {
    title: 'A & B',
    description: '"News" <of> the day',
    page: 'https://origin.invalid/blog',
    self: 'https://origin.invalid/blog/feed.xml?a&b',
  };
  const feed = new DOMParser().parseFromString(
    blogFeed(channel, stories.toReversed()),
    'application/xml',
  );
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
  const [self, ...others] = feed.getElementsByTagNameNS('http://www.w3.org/2005/Atom', 'link');
  expect(others).toEqual([]);
  expect(self?.getAttribute('rel')).toBe('self');
  expect(self?.getAttribute('type')).toBe('application/rss+xml');
  expect(self?.getAttribute('href')).toBe(channel.self);

  const items = [...inside.children].filter(({ tagName }) => tagName === 'item');
  const once = ['title', 'link', 'guid', 'pubDate', 'dc:creator', 'category', 'description'];
  for (const item of items) {
    expect([...item.children].map(({ tagName }) => tagName)).toEqual(once);
    for (const { textContent } of item.children) expect(textContent.trim()).not.toBe('');
    expect(of(item, 'pubDate').join()).toMatch(rfc822);
    expect(item.querySelector('guid')?.getAttribute('isPermaLink')).toBe('false');
  }
  const facts = ['guid', 'link', 'title', 'description', 'pubDate'];
  expect(items.map((item) => facts.map((name) => of(item, name).join()))).toEqual(
    stories.map(({ id, title, excerpt, date }) => [
      id,
      `${channel.page}/${id}`,
      title,
      excerpt,
      new Date(`${date}T12:00Z`).toUTCString(),
    ]),
  );
  expect(of(inside, 'lastBuildDate')).toEqual(of(items[0] ?? inside, 'pubDate'));
});

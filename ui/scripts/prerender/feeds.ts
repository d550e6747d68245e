/** The sitemap of all public pages and the RSS feed of the blog. */
import { escapeMarkup } from './page-html.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const tag = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`;

/** https://www.sitemaps.org/protocol.html; `changed` is a day. */
export function sitemap(
  entries: readonly { address: string; changed?: string | undefined }[],
): string {
  const urls = entries.map(
    ({ address, changed }) =>
      `  <url>${tag('loc', address)}${changed === undefined ? '' : tag('lastmod', changed)}</url>\n`,
  );
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

export interface Story {
  id: string;
  title: string;
  excerpt: string;
  /** YYYY-MM-DD. */
  date: string;
  author: string;
  category: string;
}

export interface Channel {
  title: string;
  description: string;
  /** URL of the page that lists the stories. */
  page: string;
  /** URL of the feed itself. */
  self: string;
}

/** RSS 2.0, newest first. `lastBuildDate` is the date of the newest story, so the output is reproducible. */
export function blogFeed(channel: Channel, stories: readonly Story[]): string {
  const sorted = stories.toSorted((one, other) => other.date.localeCompare(one.date));
  const items = sorted.map((story) =>
    [
      '    <item>',
      tag('title', story.title),
      tag('link', `${channel.page}/${story.id}`),
      `<guid isPermaLink="false">${escapeMarkup(story.id)}</guid>`,
      tag('pubDate', noonOf(story.date)),
      tag('dc:creator', story.author),
      tag('category', story.category),
      tag('description', story.excerpt),
      '</item>\n',
    ].join(''),
  );
  const newest = sorted[0];
  return [
    declaration,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">\n',
    '  <channel>\n    ',
    tag('title', channel.title),
    tag('link', channel.page),
    tag('description', channel.description),
    tag('language', 'en-us'),
    newest ? tag('lastBuildDate', noonOf(newest.date)) : '',
    `<atom:link rel="self" type="application/rss+xml" href="${escapeMarkup(channel.self)}"/>\n`,
    ...items,
    '  </channel>\n</rss>\n',
  ].join('');
}

/** Stories have a date without a time. Noon UTC is on the same day everywhere in America. */
function noonOf(date: string): string {
  return new Date(`${date}T12:00:00Z`).toUTCString();
}

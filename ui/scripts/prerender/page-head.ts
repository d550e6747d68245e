/**
 * The part of a page's head that only crawlers and link previews read. It is in the HTML alone: React never renders it,
 * so it costs no script, and it does not change when the visitor moves on to another page.
 */
import { escapeMarkup } from './page-document.ts';

export interface PageFacts {
  origin: string;
  path: string;
  title: string;
  description: string;
  /** Path of the picture for previews of shared links. */
  picture: string;
  /** Scripts that the page needs at once, besides those of the shell. */
  scripts: readonly string[];
  feed: { title: string; path: string };
  /** Of a post: the day it was published. */
  published?: string;
}

export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;

/** `site` is the site's name, `data` the scripts of structured-data.ts. */
export function pageHead(page: PageFacts, site: string, data: readonly string[]): string {
  const { origin, path, title, description, picture, scripts, feed, published } = page;
  const properties = {
    'og:type': published === undefined ? 'website' : 'article',
    ...(published === undefined ? {} : { 'article:published_time': published }),
    'og:site_name': site,
    'og:locale': 'en_US',
    'og:title': title,
    'og:description': description,
    'og:url': origin + path,
    'og:image': origin + picture,
    'og:image:type': 'image/png',
    'og:image:width': String(PICTURE_WIDTH),
    'og:image:height': String(PICTURE_HEIGHT),
    'og:image:alt': `${site}: ${title}`,
  };
  return [
    essentialHead({ description, scripts }),
    ...Object.entries(properties).map(([property, content]) =>
      element('meta', { property, content }),
    ),
    element('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    element('link', {
      rel: 'alternate',
      type: 'application/rss+xml',
      title: feed.title,
      href: feed.path,
    }),
    ...data,
  ].join('');
}

/** The part that the not-found page has too: its description, and the scripts that src/main.tsx will import. */
export function essentialHead(page: Pick<PageFacts, 'description' | 'scripts'>): string {
  return [
    element('meta', { name: 'description', content: page.description }),
    ...page.scripts.map((href) =>
      element('link', { rel: 'modulepreload', fetchpriority: 'low', crossorigin: '', href }),
    ),
  ].join('');
}

export function element(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === '' ? key : `${key}="${escapeMarkup(value)}"`,
  );
  return `<${name} ${written.join(' ')}>`;
}

/**
 * The part of a page's head that only crawlers and link previews read. It is in the HTML alone: React never renders it,
 * so it costs no script, and it does not change when the visitor moves on to another page.
 */
import type { organisation } from '../src/content/organisation';
import { escapeMarkup } from './page-document.ts';

export type Organisation = typeof organisation;

export interface PageFacts {
  origin: string;
  path: string;
  title: string;
  description: string;
  /** Path of the picture for previews of shared links. */
  picture: string;
  /** Scripts that the page needs at once, besides those of the shell. */
  scripts: readonly string[];
  /** Path of a feed of the page. */
  feed?: { title: string; path: string };
}

export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;

export function pageHead(page: PageFacts, organisation: Organisation): string {
  const { origin, path, title, description, picture, scripts, feed } = page;
  const properties = {
    'og:type': 'website',
    'og:site_name': organisation.name,
    'og:locale': 'en_US',
    'og:title': title,
    'og:description': description,
    'og:url': origin + path,
    'og:image': origin + picture,
    'og:image:type': 'image/png',
    'og:image:width': String(PICTURE_WIDTH),
    'og:image:height': String(PICTURE_HEIGHT),
    'og:image:alt': `${organisation.name}: ${title}`,
  };
  return [
    essentialHead({ description, scripts }),
    ...Object.entries(properties).map(([property, content]) =>
      element('meta', { property, content }),
    ),
    element('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    ...(feed
      ? [
          element('link', {
            rel: 'alternate',
            type: 'application/rss+xml',
            title: feed.title,
            href: feed.path,
          }),
        ]
      : []),
    structuredData(origin, organisation),
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

/** The organisation as schema.org knows it. */
function structuredData(origin: string, organisation: Organisation): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NGO',
    name: organisation.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    description: organisation.mission,
    email: organisation.infoEmail,
    telephone: organisation.phoneHref.replace(/^tel:/, ''),
    address: organisation.address.join(', '),
  };
  // A "<" could close the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
}

export function element(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === '' ? key : `${key}="${escapeMarkup(value)}"`,
  );
  return `<${name} ${written.join(' ')}>`;
}

/** Writes the HTML of a page: Vite's shell with the rendered page and the metadata for crawlers and link previews. */

/** React writes the title, descriptions, canonical URL and preloads before the page's markup. */
const hoisted = /^(?:<title\b[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/;
const emptyRoot = /<div id="root"><\/div>\s*<noscript>.*?<\/noscript>/s;

export interface PageParts {
  /** The output of React. */
  rendered: string;
  /** Additional elements for the head. */
  head: string;
  /** The path in the route table. main.tsx compares it with the URL. */
  path: string;
}

export function pageDocument(shell: string, { rendered, head, path }: PageParts): string {
  const [hoistedTags = ''] = hoisted.exec(rendered) ?? [];
  const body = rendered.slice(hoistedTags.length);
  if (!emptyRoot.test(shell)) throw new Error('The shell has no empty #root with its noscript.');
  return shell
    .replace(emptyRoot, () => `<div id="root" data-page="${escapeMarkup(path)}">${body}</div>`)
    .replace('</head>', () => `${hoistedTags}${head}</head>`);
}

/** The HTML of a page that only the browser renders, with a notice for browsers without JavaScript. */
export function shellDocument(shell: string, title: string, notice: string): string {
  if (!emptyRoot.test(shell)) throw new Error('The shell has no empty #root with its noscript.');
  return shell
    .replace(/<noscript>.*?<\/noscript>/s, () => `<noscript>${notice}</noscript>`)
    .replace('</head>', () => `<title data-shell>${escapeMarkup(title)}</title></head>`);
}

const codes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => codes[character] ?? character);
}

const heading = /<h1\b[^>]*>(.*?)<\/h1>/s;
const characters: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
};

/** The text of the first heading, which describes the page better than the document title. */
export function headingOf(rendered: string): string {
  const words = heading.exec(rendered)?.[1];
  if (words === undefined) throw new Error('The page has no h1.');
  return words
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:lt|gt|quot|#x27|amp);/g, (code) => characters[code] ?? code)
    .replace(/\s+/g, ' ')
    .trim();
}

export interface PageFacts {
  origin: string;
  path: string;
  title: string;
  description: string;
  /** Path of the link preview picture. */
  picture: string;
  /** Scripts to preload in addition to the shell's. */
  scripts: readonly string[];
  feed: { title: string; path: string };
  /** The publication date of a post. */
  published?: string;
}

export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;

/**
 * Metadata that only crawlers and link previews read. React does not render it, so it adds no script and does not change when
 * the visitor opens another page. `site` is the name of the site, `data` the scripts of structured-data.ts.
 */
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

/**
 * The metadata that the not-found page has as well: the description, and preloads for the scripts that src/main.tsx
 * imports.
 */
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

/** Inserts a rendered page and its head into the shell that Vite wrote. */

/** What React writes in front of the markup: title, descriptions, canonical address, preloads. */
const hoisted = /^(?:<title\b[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/;
const emptyRoot = /<div id="root"><\/div>\s*<noscript>.*?<\/noscript>/s;

export interface PageParts {
  /** As React rendered it. */
  rendered: string;
  /** More elements for the head. */
  head: string;
  /** Its path in the route table; main.tsx checks that the address is still the same. */
  path: string;
}

export function pageDocument(shell: string, { rendered, head, path }: PageParts): string {
  const [ofReact = ''] = hoisted.exec(rendered) ?? [];
  const body = rendered.slice(ofReact.length);
  if (!emptyRoot.test(shell)) throw new Error('The shell has no empty #root with its noscript.');
  return shell
    .replace(emptyRoot, () => `<div id="root" data-page="${escapeMarkup(path)}">${body}</div>`)
    .replace('</head>', () => `${ofReact}${head}</head>`);
}

/** A page that the browser renders whole: its title, and what it says where no script runs. */
export function shellDocument(shell: string, title: string, notice: string): string {
  if (!emptyRoot.test(shell)) throw new Error('The shell has no empty #root with its noscript.');
  return shell
    .replace(/<noscript>.*?<\/noscript>/s, () => `<noscript>${notice}</noscript>`)
    .replace('</head>', () => `<title data-shell>${escapeMarkup(title)}</title></head>`);
}

const codes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For text and attribute values in HTML and XML. */
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

/** The text of a page's first heading, which describes it better than the title of the tab. */
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

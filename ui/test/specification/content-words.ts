/** All texts in `content`. A function gets `['{}']` for each parameter; if it cannot take that, its source is the text. */
export function wordsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (typeof content === 'function') {
    try {
      return wordsOf(content(...Array.from({ length: content.length }, () => ['{}'])));
    } catch {
      return [String(content).replaceAll(/\s+/g, ' ')];
    }
  }
  if (typeof content !== 'object' || content === null) return [];
  return Object.values(content).flatMap(wordsOf);
}

/** Ignores case, typographic quotes and line breaks. */
export function plain(text: string): string {
  return text.replaceAll('’', "'").replaceAll(/\s+/g, ' ').toLowerCase();
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const slips: [string, RegExp][] = [
  ['filler', /lorem|ipsum|\bTODO\b|\bTBD\b|\bfoo\b/i],
  ['doubled word', /\b(\w{3,}) \1\b/i],
  ['doubled space', / {2,}/],
  ['space before a mark', /\s[,.;!?]/],
  ['mail address that might be real', /@(?!([\w.-]+\.example|example\.com)\b)\w/],
];

export function faultsOf(text: string): string[] {
  return slips.filter(([, slip]) => slip.test(text)).map(([name]) => `${name}: ${text}`);
}

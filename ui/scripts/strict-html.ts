/** Faults of an HTML file that the site's Content-Security-Policy or its layout would not bear. */

const inlineScript = /<script\b(?![^>]*\bsrc=)(?![^>]*type=["']?application\/ld\+json)[^>]*>/gi;
const inlineStyle = /<style\b[^>]*>|\sstyle\s*=/gi;
const handler = /<[^>]+\son[a-z]+\s*=/gi;
/** React sets the title from the route table; one in the file would win over it. */
const title = /<title\b/gi;

export function faultsOf(html: string): string[] {
  const checks: [string, RegExp][] = [
    ['inline script', inlineScript],
    ['inline style', inlineStyle],
    ['inline event handler', handler],
    ['title', title],
  ];
  return checks.flatMap(([name, pattern]) =>
    [...html.matchAll(pattern)].map((match) => `${name}: ${match[0].slice(0, 80)}`),
  );
}

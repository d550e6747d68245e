/** Faults of an HTML file that the site's Content-Security-Policy or its layout would not bear. */

const inlineScript = /<script\b(?![^>]*\bsrc=)(?![^>]*type=["']?application\/ld\+json)[^>]*>/gi;
const inlineStyle = /<style\b[^>]*>|\sstyle\s*=/gi;
const handler = /<[^>]+\son[a-z]+\s*=/gi;

/** In the shell React sets the title from the route table, and one in the file would win over it. */
export function faultsOf(html: string, isShell: boolean): string[] {
  const checks: [string, RegExp][] = [
    ['inline script', inlineScript],
    ['inline style', inlineStyle],
    ['inline event handler', handler],
  ];
  const faults = checks.flatMap(([name, pattern]) =>
    [...html.matchAll(pattern)].map((match) => `${name}: ${match[0].slice(0, 80)}`),
  );
  // Drawings may have a title of their own.
  const [head = ''] = html.split('</head>');
  const once: [string, RegExp][] = [
    ['title', /<title\b/g],
    ['description', /<meta name="description"/g],
    ['canonical address', /<link rel="canonical"/g],
  ];
  for (const [name, pattern] of once) {
    const count = [...head.matchAll(pattern)].length;
    if (count !== (isShell ? 0 : 1)) faults.push(`${name}: ${count} in the head`);
  }
  return faults;
}

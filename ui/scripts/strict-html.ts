/** Faults of an HTML file that the site's Content-Security-Policy or its layout would not bear. */

const inlineScript = /<script\b(?![^>]*\bsrc=)(?![^>]*type=["']?application\/ld\+json)[^>]*>/gi;
const inlineStyle = /<style\b[^>]*>|\sstyle\s*=/gi;
const handler = /<[^>]+\son[a-z]+\s*=/gi;

/** How often the head of each kind of file has what may stand there once. */
const counts = {
  page: { title: 1, description: 1, 'canonical address': 1 },
  // What is nowhere has no address of its own.
  'not-found': { title: 1, description: 1, 'canonical address': 0 },
  // Here React sets the title from the route table, and one in the file would win over it.
  shell: { title: 0, description: 0, 'canonical address': 0 },
} as const;

export function faultsOf(html: string, kind: keyof typeof counts): string[] {
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
  const once: [keyof (typeof counts)['page'], RegExp][] = [
    ['title', /<title\b/g],
    ['description', /<meta name="description"/g],
    ['canonical address', /<link rel="canonical"/g],
  ];
  for (const [name, pattern] of once) {
    const count = [...head.matchAll(pattern)].length;
    if (count !== counts[kind][name]) faults.push(`${name}: ${count} in the head`);
  }
  return faults;
}

/** Finds inline code that the Content-Security-Policy blocks, and missing or duplicate elements in the head. */

const inlineScript = /<script\b(?![^>]*\bsrc=)(?![^>]*type=["']?application\/ld\+json)[^>]*>/gi;
const inlineStyle = /<style\b[^>]*>|\sstyle\s*=/gi;
const handler = /<[^>]+\son[a-z]+\s*=/gi;

/** Expected number of elements in the head, by kind of file. */
const counts = {
  page: { title: 1, description: 1, 'canonical address': 1 },
  // The not-found page is served at every unknown path.
  'not-found': { title: 1, description: 1, 'canonical address': 0 },
  // React inserts its own title before this one, and src/app/layout/screen-head.tsx removes this one.
  shell: { title: 1, description: 0, 'canonical address': 0 },
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
  // SVGs in the body may have a title element.
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

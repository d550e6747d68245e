/** Finds what the Content-Security-Policy would block in an HTML file, and missing or repeated elements of its head. */

const inlineScript = /<script\b(?![^>]*\bsrc=)(?![^>]*type=["']?application\/ld\+json)[^>]*>/gi;
const inlineStyle = /<style\b[^>]*>|\sstyle\s*=/gi;
const handler = /<[^>]+\son[a-z]+\s*=/gi;

/** How often each element occurs in the head, by kind of file. */
const counts = {
  page: { title: 1, description: 1, 'canonical address': 1 },
  // Served at every unknown path, so it has no canonical address.
  'not-found': { title: 1, description: 1, 'canonical address': 0 },
  // React puts its own title in front, and src/app/screen-head.tsx removes this one.
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
  // Drawings in the body may have a title element too.
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

// @vitest-environment node
// Import cycles between modules and between the contexts of src: its folders, with each feature as one context.
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { sourcesOf } from './source-files';

/** The names that each name imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The context of `app/screen.ts` is `app`, of `features/admin/list.tsx` `features/admin`, of `main.tsx` itself. */
function contextOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  if (folders.length === 0) return file;
  return folders.slice(0, folders[0] === 'features' ? 2 : 1).join('/');
}

/** Relative imports, including types and dynamic imports, as paths from the root of `file`. */
function importsOf(file: string, source: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value ?? ''),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ];
  return named
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(file), name));
}

/** `sources` by path from src. Imports of other files (pictures, styles) are ignored. */
function moduleGraph(sources: ReadonlyMap<string, string>): Graph {
  const resolve = (path: string) =>
    [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((name) => sources.has(name));
  return new Map(
    [...sources].map(([file, source]) => [
      file,
      new Set(importsOf(file, source).flatMap((path) => resolve(path) ?? [])),
    ]),
  );
}

function contextGraph(modules: Graph): Graph {
  const contexts = new Map<string, Set<string>>();
  for (const [file, imported] of modules) {
    const from = contextOf(file);
    const known = contexts.get(from) ?? new Set();
    for (const other of imported) if (contextOf(other) !== from) known.add(contextOf(other));
    contexts.set(from, known);
  }
  return contexts;
}

/** A cycle such as `a → b → a` for each name that imports itself through others. */
function cyclesIn(graph: Graph): string[] {
  return [...graph.keys()].flatMap((start) => {
    const pathTo = new Map<string, string[]>([[start, [start]]]);
    for (const [name, path] of pathTo) {
      for (const next of graph.get(name) ?? []) {
        if (next === start) return [[...path, start].join(' → ')];
        if (!pathTo.has(next)) pathTo.set(next, [...path, next]);
      }
    }
    return [];
  });
}

const sources = sourcesOf((file) => !file.startsWith('api/generated/'));
const cyclesOf = (more: Record<string, string>) => {
  const modules = moduleGraph(new Map([...sources, ...Object.entries(more)]));
  return { modules: cyclesIn(modules), contexts: cyclesIn(contextGraph(modules)) };
};

test('src has no import cycles between modules or contexts', () => {
  expect(cyclesOf({})).toEqual({ modules: [], contexts: [] });
});

test.each([
  [{ 'lib/one.ts': "import './two';", 'lib/two.ts': "export * from './one';" }, 'lib/one.ts'],
  [
    { 'lib/one.ts': "import type { Two } from './two';", 'lib/two.ts': "import './one';" },
    'lib/one.ts',
  ],
  [{ 'lib/one.ts': "void import('./two');", 'lib/two.ts': "import './one';" }, 'lib/two.ts'],
])('finds an import cycle of modules: %o', (more, member) => {
  const { modules, contexts } = cyclesOf(more);
  expect(modules.some((cycle) => cycle.startsWith(`${member} `))).toBe(true);
  expect(contexts).toEqual([]);
});

test.each([
  [
    'session/up.ts',
    "import '../components/layout/card';",
    'components/down.ts',
    "import '../session/roles';",
  ],
  [
    'features/auth/across.ts',
    "import '../admin/back';",
    'features/admin/back.ts',
    "import '../auth/form-problem';",
  ],
])('finds an import cycle of contexts without one of modules: %s', (one, across, other, back) => {
  const { modules, contexts } = cyclesOf({ [one]: across, [other]: back });
  expect(modules).toEqual([]);
  expect(contexts.length).toBeGreaterThan(0);
});

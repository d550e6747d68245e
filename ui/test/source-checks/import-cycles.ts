// Import cycles between modules and between the contexts of src (its folders; each feature is one).
import { posix } from 'node:path';
import { parseSync } from 'vite';

/** Which others each name imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** `app/screen.ts` belongs to `app`, `features/admin/list.tsx` to `features/admin`, `main.tsx` to itself. */
function contextOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  if (folders.length === 0) return file;
  return folders.slice(0, folders[0] === 'features' ? 2 : 1).join('/');
}

/** The relative imports of a source, including types and dynamic imports, as paths from the same root as `file`. */
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
export function moduleGraph(sources: ReadonlyMap<string, string>): Graph {
  const resolve = (path: string) =>
    [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((name) => sources.has(name));
  return new Map(
    [...sources].map(([file, source]) => [
      file,
      new Set(importsOf(file, source).flatMap((path) => resolve(path) ?? [])),
    ]),
  );
}

export function contextGraph(modules: Graph): Graph {
  const contexts = new Map<string, Set<string>>();
  for (const [file, imported] of modules) {
    const from = contextOf(file);
    const known = contexts.get(from) ?? new Set();
    for (const other of imported) if (contextOf(other) !== from) known.add(contextOf(other));
    contexts.set(from, known);
  }
  return contexts;
}

/** A path such as `a → b → a` for each name that can be reached from itself. */
export function circlesIn(graph: Graph): string[] {
  return [...graph.keys()].flatMap((start) => {
    const wayTo = new Map<string, string[]>([[start, [start]]]);
    for (const [name, way] of wayTo) {
      for (const next of graph.get(name) ?? []) {
        if (next === start) return [[...way, start].join(' → ')];
        if (!wayTo.has(next)) wayTo.set(next, [...way, next]);
      }
    }
    return [];
  });
}

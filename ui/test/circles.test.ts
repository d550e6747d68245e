// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { circlesIn, contextGraph, moduleGraph } from './circles';

const src = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^api\/generated\//.test(file),
);
const sources = new Map(files.map((file) => [file, readFileSync(`${src}/${file}`, 'utf8')]));
const circlesOf = (more: Record<string, string>) => {
  const modules = moduleGraph(new Map([...sources, ...Object.entries(more)]));
  return { modules: circlesIn(modules), contexts: circlesIn(contextGraph(modules)) };
};

test('no module and no context of src imports itself by way of others', () => {
  expect(circlesOf({})).toEqual({ modules: [], contexts: [] });
});

test.each([
  [{ 'lib/one.ts': "import './two';", 'lib/two.ts': "export * from './one';" }, 'lib/one.ts'],
  [
    { 'lib/one.ts': "import type { Two } from './two';", 'lib/two.ts': "import './one';" },
    'lib/one.ts',
  ],
  [{ 'lib/one.ts': "void import('./two');", 'lib/two.ts': "import './one';" }, 'lib/two.ts'],
])('finds a circle of modules: %o', (more, member) => {
  const { modules, contexts } = circlesOf(more);
  expect(modules.some((circle) => circle.startsWith(`${member} `))).toBe(true);
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
])('finds a circle of contexts although no module is in one: %s', (one, across, other, back) => {
  const { modules, contexts } = circlesOf({ [one]: across, [other]: back });
  expect(modules).toEqual([]);
  expect(contexts.length).toBeGreaterThan(0);
});

// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let ui = '';

/** A substitute for Vite that copies the page to dist and counts builds. */
const build = `
const { appendFileSync, copyFileSync, mkdirSync, rmSync } = require('node:fs');
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
copyFileSync('src/page.txt', 'dist/page.txt');
appendFileSync('node_modules/builds', '.');
`;

const write = (path: string, content: string) => writeFileSync(join(ui, path), content);
const builds = () => readFileSync(join(ui, 'node_modules/builds'), 'utf8').length;
const page = () => readFileSync(join(ui, 'dist/page.txt'), 'utf8');
const run = (env: Record<string, string> = {}) =>
  execFileSync('node', [join(ui, 'scripts/build-when-changed.mjs')], {
    env: { ...process.env, ...env },
    stdio: 'pipe',
  });

beforeEach(() => {
  ui = mkdtempSync(join(tmpdir(), 'build-when-changed-'));
  for (const folder of ['scripts', 'src', 'node_modules']) mkdirSync(join(ui, folder));
  copyFileSync('scripts/build-when-changed.mjs', join(ui, 'scripts/build-when-changed.mjs'));
  write('build.cjs', build);
  write('package.json', JSON.stringify({ scripts: { build: 'node build.cjs' } }));
  write('node_modules/.package-lock.json', '{}');
  write('src/page.txt', 'one');
  run();
});
afterEach(() => rmSync(ui, { recursive: true, force: true }));

test('an unchanged ui is not rebuilt', () => {
  run();
  expect([builds(), page()]).toEqual([1, 'one']);
});

test.each([
  ['a file', () => write('src/page.txt', 'two')],
  ['the name of a file', () => copyFileSync(join(ui, 'build.cjs'), join(ui, 'src/new.cjs'))],
  ['an installed package', () => write('node_modules/.package-lock.json', '{"packages":{}}')],
  ['a missing dist', () => rmSync(join(ui, 'dist'), { recursive: true })],
])('%s causes a build', (_what, change) => {
  change();
  run();
  expect([builds(), page()]).toEqual([2, readFileSync(join(ui, 'src/page.txt'), 'utf8')]);
});

test('a changed VITE_ variable causes a build', () => {
  run({ VITE_FLAVOUR: 'salt' });
  expect(builds()).toBe(2);
});

test('a dist that Vite built without this script is rebuilt', () => {
  write('src/page.txt', 'two');
  execFileSync('node', ['build.cjs'], { cwd: ui });
  write('src/page.txt', 'one');
  run();
  expect([builds(), page()]).toEqual([3, 'one']);
});

test('a failed build is retried', () => {
  write('src/page.txt', 'two');
  write('build.cjs', 'process.exit(1)');
  expect(() => run()).toThrow('Command failed');
  expect(() => run()).toThrow('Command failed');
});

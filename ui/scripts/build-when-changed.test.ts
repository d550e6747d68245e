// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let ui = '';

/** Stands for Vite: empties dist, and says in it what page it was made from and how many builds there were. */
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

test('nothing is built again while nothing has changed', () => {
  run();
  expect([builds(), page()]).toEqual([1, 'one']);
});

test.each([
  ['a file', () => write('src/page.txt', 'two')],
  ['the name of a file', () => copyFileSync(join(ui, 'build.cjs'), join(ui, 'src/new.cjs'))],
  ['what is installed', () => write('node_modules/.package-lock.json', '{"packages":{}}')],
  ['a missing dist', () => rmSync(join(ui, 'dist'), { recursive: true })],
])('%s is a reason to build', (_what, change) => {
  change();
  run();
  expect([builds(), page()]).toEqual([2, readFileSync(join(ui, 'src/page.txt'), 'utf8')]);
});

test('so is the setting of a build', () => {
  run({ VITE_FLAVOUR: 'salt' });
  expect(builds()).toBe(2);
});

test('a dist of other sources, built without this script, is not taken for that of these', () => {
  write('src/page.txt', 'two');
  execFileSync('node', ['build.cjs'], { cwd: ui });
  write('src/page.txt', 'one');
  run();
  expect([builds(), page()]).toEqual([3, 'one']);
});

test('a build that fails leaves no mark', () => {
  write('src/page.txt', 'two');
  write('build.cjs', 'process.exit(1)');
  expect(() => run()).toThrow('Command failed');
  expect(() => run()).toThrow('Command failed');
});

// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { colours } from './colours';

const source = fileURLToPath(new URL('../src', import.meta.url));
const read = (file: string) => readFileSync(`${source}/${file}`, 'utf8');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const pictures = files.filter((file) => /^pictures\/.*\.svg$/.test(file));
const code = files
  .filter((file) => /\.tsx?$/.test(file))
  .map(read)
  .join('\n');

/** Additional colours. */
const drawingColours = Object.values({
  line: ['#14202e', '#ffffff'],
  skin: ['#fbdcc4', '#f4c7a5', '#edbb8c', '#d9a06f', '#bf8150', '#945c3c', '#7d5040'],
  hair: ['#1b1a20', '#34313a', '#3a251d', '#a4532a', '#e3bd74', '#59606b', '#d9dbdd', '#f1efe9'],
  scenery: ['#2f6b52', '#8fb3a0', '#7fa7a0', '#3d4754', '#2b4a6b', '#c9652f'],
}).flat();

/** Maximum size of a picture in bytes, by folder. */
const limits: Record<string, number> = {
  people: 9_000,
  scenes: 28_000,
  gifts: 9_000,
  covers: 6_000,
  products: 6_000,
  collections: 6_000,
  posts: 7_500,
  crests: 6_000,
  map: 30_000,
};

const known = new Set([...colours.values(), ...drawingColours, 'none']);
const longHex = (hex: string) => hex.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');

test.each(pictures)('%s uses only colours of the palette', (file) => {
  const used = [...read(file).matchAll(/\b(?:fill|stroke)="([^"]*)"/g)].map(([, value = '']) =>
    longHex(value),
  );
  expect(used.filter((value) => !known.has(value))).toEqual([]);
});

test.each(pictures)('%s is small, self-contained and used', (file) => {
  const svg = read(file);
  const [, folder = ''] = file.split('/');
  expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(limits[folder] ?? 0);
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" (?=[^>]*viewBox=)(?=[^>]*width=)(?=[^>]*height=)/,
  );
  expect(svg).not.toMatch(
    /<style|<script|<text|<image|<foreignObject|href="(?!#)|style=|url\((?!#)| on[a-z]+=/,
  );
  expect(code).toContain(file);
});

test('the map has a dot for each of the 117 school districts', () => {
  const [dots = ''] = /<path [^>]*stroke="#16324f"[^>]*>/.exec(
    read('pictures/map/states-and-districts.svg'),
  ) ?? [''];
  expect(dots.match(/z/g)).toHaveLength(117);
});

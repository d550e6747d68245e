// @vitest-environment node
/**
 * The committed pictures are what the code draws, or are drawn by hand; all are small and free of whatever an <img> may
 * not hold.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { drawAll } from './all-pictures';
import { districts } from './map';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const read = (file: string) => readFileSync(`${source}/${file}`, 'utf8');
const drawn = drawAll();
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const pictures = files.flatMap((file) => /^pictures\/(.*\.svg)$/.exec(file)?.[1] ?? []);
const code = files.filter((file) => /\.tsx?$/.test(file)).map(read);

/** Largest size in bytes of a file of each folder. */
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
const HOME_LIMIT = 60_000;
/** Of any other folder. */
const LIMIT = 10_000;

describe('the pictures', () => {
  it('are all there', () => {
    expect(pictures).toEqual(expect.arrayContaining([...drawn.keys()]));
  });

  it.each([...drawn])('%s is committed as it is drawn (npm run draw)', (name, svg) => {
    expect(read(`pictures/${name}`)).toBe(svg);
  });

  it.each(pictures)('%s is small, needs nothing but itself, and is used', (name) => {
    const svg = read(`pictures/${name}`);
    const [folder = ''] = name.split('/');
    const limit = name === 'scenes/home.svg' ? HOME_LIMIT : (limits[folder] ?? LIMIT);
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(limit);
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" (?=[^>]*viewBox=)(?=[^>]*width=)(?=[^>]*height=)/,
    );
    expect(code.some((text) => text.includes(`pictures/${name}`))).toBe(true);
    expect(svg).not.toMatch(
      /<style|<script|<text|<image|<foreignObject|href="(?!#)|style=|url\((?!#)/,
    );
  });
});

it('shows 117 school districts in 12 states on the map', () => {
  expect(districts).toHaveLength(12);
  expect(districts.flatMap(({ places }) => places)).toHaveLength(117);
});

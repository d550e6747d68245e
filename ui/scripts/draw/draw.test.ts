// @vitest-environment node
/** The committed pictures are what the code draws, small, and free of whatever an <img> may not hold. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { drawAll } from './all-pictures';
import { districts } from './map';
import { palette } from './palette';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const read = (file: string) => readFileSync(`${source}/${file}`, 'utf8');
const drawn = drawAll();

/** Largest size in bytes of a file of each folder. */
const limits: Record<string, number> = {
  people: 9_000,
  scenes: 25_000,
  gifts: 9_000,
  covers: 6_000,
  products: 6_000,
  collections: 6_000,
  posts: 6_000,
  crests: 6_000,
  map: 30_000,
};
const HOME_LIMIT = 60_000;

describe('the pictures', () => {
  it('are exactly the files of src/pictures', () => {
    const files = readdirSync(`${source}/pictures`, { recursive: true, encoding: 'utf8' });
    expect([...drawn.keys()].toSorted()).toEqual(
      files.filter((file) => file.endsWith('.svg')).toSorted(),
    );
  });

  it.each([...drawn])('%s is committed as it is drawn (npm run draw)', (name, svg) => {
    expect(read(`pictures/${name}`)).toBe(svg);
  });

  it.each([...drawn])('%s is small and needs nothing but itself', (name, svg) => {
    const [folder = ''] = name.split('/');
    const limit = name === 'scenes/home.svg' ? HOME_LIMIT : (limits[folder] ?? 0);
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(limit);
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" (?=[^>]*viewBox=)(?=[^>]*width=)(?=[^>]*height=)/,
    );
    expect(svg).not.toMatch(
      /<style|<script|<text|<image|<foreignObject|href="(?!#)|style=|url\((?!#)/,
    );
  });
});

it('shows 117 school districts in 12 states on the map', () => {
  expect(districts).toHaveLength(12);
  expect(districts.flatMap(({ places }) => places)).toHaveLength(117);
});

describe('the palette of the pictures', () => {
  it.each(Object.entries(palette))('%s is the colour of the site', (name, hex) => {
    const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(read('styles/tokens.css')).toContain(`--color-${token}: ${hex};`);
  });
});

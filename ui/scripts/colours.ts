/** The colours in src/styles/tokens.css, for the pictures, the manifest and the shell. */
import { readFileSync } from 'node:fs';

const tokens = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8');

/** Hex values by name, such as `ink` for `--color-ink`. */
export const colours: ReadonlyMap<string, string> = new Map(
  [...tokens.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [
    name,
    hex,
  ]),
);

export function colour(name: string): string {
  const hex = colours.get(name);
  if (hex === undefined) throw new Error(`styles/tokens.css has no colour ${name}.`);
  return hex;
}

/** Additional colours that only the pictures use. */
export const drawingColours = Object.values({
  line: ['#14202e', '#ffffff'],
  skin: ['#fbdcc4', '#f4c7a5', '#edbb8c', '#d9a06f', '#bf8150', '#945c3c', '#7d5040'],
  hair: ['#1b1a20', '#34313a', '#3a251d', '#a4532a', '#e3bd74', '#59606b', '#d9dbdd', '#f1efe9'],
  scenery: ['#2f6b52', '#8fb3a0', '#7fa7a0', '#3d4754', '#2b4a6b', '#c9652f'],
}).flat();

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

/** Every picture of `src/pictures`, by its name there, drawn and made small. */
import { map } from './map';
import { people } from './people';
import { products } from './products';
import { scenes } from './scenes';
import { small } from './small';

const drawings: Record<string, string> = { ...people, ...scenes, ...map, ...products };

export function drawAll(): Map<string, string> {
  return new Map(
    Object.entries(drawings).map(([name, svg]) => [`${name}.svg`, `${small(svg)}\n`] as const),
  );
}

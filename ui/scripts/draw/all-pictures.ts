/** Every picture of `src/pictures`, by its name there, drawn and made small. */
import { optimize } from 'svgo';
import { map } from './map';
import { people } from './people';
import { scenes } from './scenes';

const drawings: Record<string, string> = { ...people, ...scenes, ...map };

/**
 * Tenths of a unit are enough at the sizes shown; people keep the larger numbers of their own space, so whole ones do.
 * Ids are shortened, which is safe: each file is an <img> of its own.
 */
function small(name: string, svg: string): string {
  const { data } = optimize(svg, {
    multipass: true,
    floatPrecision: name.startsWith('people/') ? 0 : 1,
    plugins: [
      {
        name: 'preset-default',
        params: {
          overrides: {
            convertPathData: { applyTransforms: false },
            convertTransform: { transformPrecision: 5, floatPrecision: 3 },
          },
        },
      },
    ],
  });
  return `${data}\n`;
}

export function drawAll(): Map<string, string> {
  return new Map(
    Object.entries(drawings).map(([name, svg]) => [`${name}.svg`, small(name, svg)] as const),
  );
}

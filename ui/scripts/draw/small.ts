/** Makes a drawing small without a visible difference. */
import { optimize } from 'svgo';

/** Ids are shortened, which is safe: each file is an <img> of its own. */
export function small(svg: string, decimals = 1): string {
  return optimize(svg, {
    multipass: true,
    floatPrecision: decimals,
    plugins: [
      {
        name: 'preset-default',
        params: {
          overrides: {
            // Figures keep the larger numbers of their own space; moved into the picture's they would need decimals.
            convertPathData: { applyTransforms: false },
            convertTransform: { transformPrecision: 5, floatPrecision: 3 },
            moveGroupAttrsToElems: false,
          },
        },
      },
    ],
  }).data;
}

/** The architecture all scenes share: doorways of light tints with their rings, the wall behind, the floor below. */
import { palette, white } from './palette';
import { arch, archPath, circle, clipped, path, rect } from './shapes';

export type Tint = 'mint' | 'honey' | 'blush';

export interface Doorway {
  x: number;
  top: number;
  width: number;
  floor: number;
  tint: Tint;
  /** Light in the arch: rings as of a bell, a fanlight as over an old school door, or none. */
  light?: 'rings' | 'fan' | 'none';
}

const veil = (width: number) => ({ stroke: white, width, opacity: 0.6 });

function rings({ x, top, width }: Doorway): string {
  const radius = width / 2;
  return [0.33, 0.56, 0.79, 1.12, 1.4, 1.68]
    .map((share) => circle(x + radius, top + radius, radius * share, veil(width / 36)))
    .join('');
}

function fan({ x, top, width }: Doorway): string {
  const r = width / 2;
  const [cx, cy] = [x + r, top + r];
  const spokes = [36, 72, 108, 144].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const point = (radius: number) =>
      `${(cx - radius * Math.cos(angle)).toFixed(1)} ${(cy - radius * Math.sin(angle)).toFixed(1)}`;
    return `M${point(r * 0.3)}L${point(r * 0.97)}`;
  });
  return path(
    `${spokes.join('')}M${x + r * 0.03} ${cy}h${width * 0.97}M${cx - r * 0.3} ${cy}a${r * 0.3} ${r * 0.3} 0 0 1 ${r * 0.6} 0` +
      `M${cx - r * 0.64} ${cy}a${r * 0.64} ${r * 0.64} 0 0 1 ${r * 1.28} 0`,
    veil(width / 40),
  );
}

export function doorway(door: Doorway): string {
  const { x, top, width, floor, tint, light = 'rings' } = door;
  const opening = arch(x, top, width, floor, { fill: palette[tint] });
  if (light === 'none') return opening;
  if (light === 'fan') return opening + fan(door);
  const inside = path(archPath(x, top, width, floor), { fill: white });
  return opening + clipped(`d${Math.round(x)}-${Math.round(top)}`, inside, rings(door));
}

/** The wall the doorways stand in, up to `top`. */
export const wall = (x: number, top: number, width: number, floor: number) =>
  rect(x, top, width, floor - top, { fill: palette.ink });

/** The floor at the lower edge: a line of sand, then ink, so that the picture stands on the band below it. */
export const floorOf = (width: number, height: number) =>
  rect(0, height - 20, width, 20, { fill: palette.ink }) +
  rect(0, height - 20, width, 7, { fill: palette.sandDeep });

/** Where feet stand in a picture of this height. */
export const groundOf = (height: number) => height - 20;

/** The few shapes all pictures are made of, as SVG text. Every number is rounded once, here. */

export const n = (value: number) => String(Math.round(value * 10) / 10);

export interface Paint {
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  turn?: string;
  clip?: string;
}

function paint({ fill = 'none', stroke, width = 4, opacity, turn, clip }: Paint): string {
  return [
    ` fill="${fill}"`,
    stroke &&
      ` stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"`,
    opacity !== undefined && ` opacity="${opacity}"`,
    turn && ` transform="${turn}"`,
    clip && ` clip-path="url(#${clip})"`,
  ]
    .filter(Boolean)
    .join('');
}

export const path = (d: string, look: Paint) => `<path d="${d}"${paint(look)}/>`;

export const rect = (x: number, y: number, w: number, h: number, look: Paint, round = 0) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${round ? ` rx="${n(round)}"` : ''}${paint(look)}/>`;

export const circle = (x: number, y: number, r: number, look: Paint) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"${paint(look)}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, look: Paint) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${paint(look)}/>`;

export const group = (transform: string, ...parts: string[]) =>
  `<g transform="${transform}">${parts.join('')}</g>`;

export const at = (x: number, y: number, ...parts: string[]) =>
  group(`translate(${n(x)} ${n(y)})`, ...parts);

/** What lies in `parts` shows only inside `shape`. */
export const clipped = (id: string, shape: string, ...parts: string[]) =>
  `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${parts.join('')}</g>`;

/** The outline of a doorway: straight sides under a half circle. */
export const archPath = (x: number, top: number, width: number, floor: number) =>
  `M${n(x)} ${n(floor)}V${n(top + width / 2)}a${n(width / 2)} ${n(width / 2)} 0 0 1 ${n(width)} 0V${n(floor)}z`;

export const arch = (x: number, top: number, width: number, floor: number, look: Paint) =>
  path(archPath(x, top, width, floor), look);

/** A whole picture: the parts on a ground of its own size. */
export const picture = (width: number, height: number, ...parts: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${parts.join('')}</svg>`;

/** Draws the icon of public/favicon.svg in the sizes and shapes that telephones and older programs ask for. */
import { Resvg } from '@resvg/resvg-js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { palette } from './draw/palette.ts';
import { icoOf } from './ico.ts';

/** Of the icon's own drawing. */
const UNITS = 32;
const ICO_SIZES = [16, 32];

export async function writeIcons(
  folder: string,
  put: (file: string, content: Uint8Array) => Promise<void>,
): Promise<void> {
  const icon = await readFile(join(folder, 'favicon.svg'), 'utf8');
  const png = (svg: string, width: number) =>
    new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();
  // At this name browsers and feed readers look without being told.
  await put('favicon.ico', icoOf(ICO_SIZES.map((size) => ({ size, png: png(icon, size) }))));
  await put('icon-192.png', png(icon, 192));
  await put('icon-512.png', png(icon, 512));
  // Both are cut to a shape by the system: the ground reaches the edges. A maskable icon may lose a tenth on each side.
  await put('apple-touch-icon.png', png(onGround(icon, 0), 180));
  await put('icon-maskable-512.png', png(onGround(icon, 3), 512));
}

function onGround(icon: string, margin: number): string {
  const inner = UNITS - 2 * margin;
  const placed = icon.replace(
    '<svg ',
    `<svg x="${margin}" y="${margin}" width="${inner}" height="${inner}" `,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${UNITS} ${UNITS}">` +
    `<path fill="${palette.ink}" d="M0 0h${UNITS}v${UNITS}H0z"/>${placed}</svg>`
  );
}

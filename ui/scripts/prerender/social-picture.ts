/**
 * Draws link preview pictures: the page's title and scene on a paper background above an ink band. Letters are
 * outlines, so the picture does not depend on installed fonts.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as OpenType from 'opentype.js';
import sharp from 'sharp';
import { colour } from '../colours.ts';
import { PICTURE_HEIGHT as HEIGHT, PICTURE_WIDTH as WIDTH } from './page-html.ts';

// Node cannot resolve the ES module of this package.
const { parse } = createRequire(import.meta.url)('opentype.js') as typeof OpenType;
type Font = OpenType.Font;

const FLOOR = HEIGHT - 34;
const MARGIN = 72;
/** The scene is to the right of the title. */
const SCENE = { width: 540, height: 430 };
const TEXT_WIDTH = WIDTH - MARGIN - SCENE.width - 84;
/** The title is set in the largest size that fits. */
const SIZES = [78, 68, 60, 54, 48, 42];
const TEXT_HEIGHT = 340;
const LEADING = 1.14;

const [ink, paper, gold] = [colour('ink'), colour('paper'), colour('gold')];

/** The doorway of the wordmark. */
const doorway =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 28">' +
  `<path d="M1 28V12a11 11 0 0 1 22 0v16z" fill="${gold}"/>` +
  `<path d="M6 28V12a6 6 0 0 1 12 0v16z" fill="${paper}"/>` +
  `<path d="M10 28V13a2 2 0 0 1 4 0v15z" fill="${ink}"/></svg>`;

/**
 * The returned function draws a PNG. `scene` is the source of an SVG and defaults to the scene of the placeholder pages.
 */
export async function pictureMaker(organisation: string) {
  const serif = await face('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff');
  const defaultSceneFile = new URL('../../src/pictures/scenes/placeholder.svg', import.meta.url);
  const defaultScene = await readFile(defaultSceneFile, 'utf8');
  return async (title: string, scene?: string): Promise<Uint8Array> => {
    const { lines, size } = fit(serif, title);
    const block = lines.length * size * LEADING;
    const top = (FLOOR - block) / 2 + size * 0.9 + 36;
    const words = lines.map((line, index) =>
      outline(serif, line, {
        x: MARGIN,
        y: top + index * size * LEADING,
        size,
      }),
    );
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
      `<path fill="${paper}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>`,
      `<path fill="${ink}" d="M0 ${FLOOR}h${WIDTH}v${HEIGHT - FLOOR}H0z"/>`,
      embedded(doorway, { x: MARGIN, y: 60, width: 48, height: 56 }),
      outline(serif, organisation, { x: MARGIN + 66, y: 103, size: 38 }),
      ...words,
      `<path fill="${gold}" d="M${MARGIN} ${top - size * 1.22}h72v6h-72z"/>`,
      embedded(scene ?? defaultScene, {
        x: WIDTH - SCENE.width - 36,
        y: FLOOR - SCENE.height,
        ...SCENE,
      }),
      '</svg>',
    ];
    // A palette reduces the file to a third of its size.
    return await sharp(Buffer.from(svg.join('')))
      .png({ palette: true, dither: 0, compressionLevel: 9 })
      .toBuffer();
  };
}

async function face(file: string): Promise<Font> {
  const { buffer, byteOffset, byteLength } = await readFile(
    createRequire(import.meta.url).resolve(file),
  );
  return parse(buffer.slice(byteOffset, byteOffset + byteLength));
}

function fit(font: Font, title: string): { lines: string[]; size: number } {
  const tries = SIZES.map((size) => ({ size, lines: wrap(font, title, size) }));
  const fitting = tries.find(
    ({ size, lines }) =>
      lines.length * size * LEADING <= TEXT_HEIGHT &&
      lines.every((line) => font.getAdvanceWidth(line, size) <= TEXT_WIDTH),
  );
  if (!fitting) throw new Error(`"${title}" does not fit on its picture.`);
  return fitting;
}

function wrap(font: Font, title: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && font.getAdvanceWidth(longer, size) <= TEXT_WIDTH)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function outline(font: Font, text: string, at: Record<'x' | 'y' | 'size', number>): string {
  return `<path fill="${ink}" d="${pathData(font.getPath(text, at.x, at.y, at.size))}"/>`;
}

const COORDINATES = ['x1', 'y1', 'x2', 'y2', 'x', 'y'];

/** The library's `Path.toPathData` rounds some numbers to NaN. */
function pathData({ commands }: OpenType.Path): string {
  const written = commands.map((command) => {
    const numbers = new Map<string, unknown>(Object.entries(command));
    const places = COORDINATES.filter((name) => numbers.has(name));
    return command.type + places.map((name) => Number(numbers.get(name)).toFixed(1)).join(' ');
  });
  return written.join('');
}

/** An `<image>` prevents id collisions between two SVGs. The SVG is aligned with the lower edge of the box. */
function embedded(svg: string, box: Record<'x' | 'y' | 'width' | 'height', number>): string {
  const place = Object.entries(box).map(([name, value]) => `${name}="${value}"`);
  const data = Buffer.from(svg).toString('base64');
  return (
    `<image ${place.join(' ')} preserveAspectRatio="xMidYMax meet" ` +
    `href="data:image/svg+xml;base64,${data}"/>`
  );
}

/** Pictures of the posts: rooms and landscapes. */
import { apple, books, hangingBell, mug } from './desk-things';
import { doorway } from './doorways';
import { line, palette, white } from './palette';
import { standing } from './people';
import { arch, at, circle, ellipse, group, n, path, picture, rect } from './shapes';

const ink = (width = 4) => ({ stroke: line, width });
export const solid = (fill: string, width = 4) => ({ fill, ...ink(width) });
export const post = (ground: string, ...parts: string[]) =>
  picture(480, 270, rect(0, 0, 480, 270, { fill: ground }), ...parts);

/** The large doorway takes the place of this many small ones. */
const MIDDLE = { columns: 6, rows: 7 };

/**
 * 150 small doorways around a large one: 16 columns and 12 rows less the 6 by 7 of the middle. Each is a stroke with a
 * round end, its foot cut off by the line it stands on. Beside the text of the story the picture loses its sides
 * (down to a width of 398, then 244): no column of doors stands where it is cut, and the niches at both ends go whole.
 */
function manyDoors(): string {
  const tints = [palette.mint, palette.blush, palette.sand, palette.gold];
  const strokes = tints.map(() => '');
  for (let i = 0; i < 192; i += 1) {
    const [column, row] = [i % 16, Math.floor(i / 16)];
    const besideMiddle = Math.abs(column - 7.5) > MIDDLE.columns / 2;
    if (row >= 12 - MIDDLE.rows && !besideMiddle) continue;
    const tint = (i * 7) % 13 === 3 ? 3 : (column + row * 2) % 3;
    strokes[tint] += `M${60 + column * 24} ${21 + row * 20}v-4`;
  }
  const doors = strokes.map((d, i) => path(d, { stroke: tints[i] ?? white, width: 14 })).join('');
  const rows = Array.from({ length: 12 }, (_, row) => `M52 ${25.8 + row * 20}h376`).join('');
  return doors + path(rows, { stroke: palette.ink, width: 5.6 });
}

const told = post(
  palette.ink,
  manyDoors(),
  arch(10, 11, 26, 250, { fill: palette.inkDeep }),
  arch(444, 11, 26, 250, { fill: palette.inkDeep }),
  doorway({ x: 174, top: 116, width: 132, floor: 250, tint: 'honey' }),
  standing('maria-alvarez', 240, 120, 250),
  rect(0, 250, 480, 7, { fill: palette.sandDeep }),
  rect(0, 257, 480, 13, { fill: palette.inkDeep }),
);

const bleachers = [196, 176, 156, 136]
  .map((y, i) =>
    rect(30 + i * 12, y - 28, 150 - i * 12, 12, solid(i % 2 ? palette.sand : palette.sandDeep, 3)),
  )
  .join('');

const foldingChair = (x: number, y: number, colour: string) =>
  at(
    x,
    y,
    path('M-16 0L-10 -36M16 0L10 -36M-12 -24H12', ink(4)),
    rect(-17, -34, 34, 8, solid(colour, 3), 2),
    rect(-14, -62, 28, 20, solid(colour, 3), 4),
    path('M-10 -36V-44M10 -36V-44', ink(4)),
  );

const gym = post(
  palette.sand,
  path('M44 180V160M170 180V104M110 180V124', { stroke: palette.muted, width: 5 }),
  bleachers,
  rect(0, 180, 480, 90, { fill: palette.honey }),
  path('M0 180H480', { stroke: palette.sandDeep, width: 6 }),
  ellipse(250, 230, 160, 28, { stroke: palette.clay, width: 5 }),
  path('M380 180V96', { stroke: line, width: 9 }),
  rect(328, 34, 112, 76, solid(white), 4),
  rect(362, 62, 44, 32, { stroke: palette.clay, width: 5 }),
  path('M360 100h48M366 102l6 34M402 102l-6 34M378 102l4 34M390 102l-4 34M370 118h28', {
    stroke: palette.clay,
    width: 3.5,
  }),
  ...[
    [126, 228, palette.evergreen],
    [186, 214, palette.clay],
    [250, 210, palette.ink],
    [314, 214, palette.evergreen],
    [374, 228, palette.clay],
  ].map(([x, y, colour]) => foldingChair(Number(x), Number(y), String(colour))),
  circle(250, 246, 13, solid('#c9652f', 3)),
  path('M237 246h26M250 233v26', ink(2.5)),
);

const bell = post(
  palette.honey,
  ...[116, 146, 176, 206, 236].map((r) =>
    circle(240, 236, r, { stroke: white, width: 6, opacity: 0.55 }),
  ),
  path('M0 236H480V270H0z', { fill: palette.evergreen }),
  path('M168 236V122L240 66L312 122V236z', solid(palette.clay)),
  path('M156 130L240 62L324 130', { stroke: line, width: 12 }),
  path('M156 130L240 62L324 130', { stroke: palette.sand, width: 5 }),
  arch(214, 164, 52, 236, solid(palette.honey)),
  path('M214 236V190l34 10v42z', solid(palette.ink, 3.5)),
  rect(214, 22, 52, 62, solid(palette.sand)),
  path('M204 24L240 2L276 24z', solid(palette.ink)),
  hangingBell(240, 28, 0.62),
  circle(240, 128, 19, solid(white, 3.5)),
  path('M240 116v12l-8 6', ink(3.5)),
  ...[80, 130, 356, 410].map((x, i) =>
    path(`M${x} 238v-${26 + (i % 2) * 12}`, { stroke: palette.evergreen, width: 22 }),
  ),
);

const cedar = (x: number, y: number, s: number) =>
  group(
    `translate(${x} ${y}) scale(${s})`,
    path('M-4 0h8v16h-8z', solid(palette.clayDeep, 3)),
    path('M0 -84L16 -56H9L24 -30H15L32 0H-32L-15 -30H-24L-9 -56H-16z', solid(palette.evergreen, 3)),
  );

const valley = post(
  palette.blush,
  circle(322, 92, 42, { fill: palette.gold }),
  ...[58, 76, 94].map((r) => circle(322, 92, r, { stroke: white, width: 5, opacity: 0.6 })),
  path('M0 160L84 62L176 170L252 96L330 170L404 104L480 160V270H0z', { fill: '#8fb3a0' }),
  path('M0 190C90 148 170 200 260 184S420 148 480 178V270H0z', { fill: palette.evergreen }),
  path('M0 226C110 196 210 240 300 222S430 206 480 214V270H0z', { fill: palette.honey }),
  path(
    'M236 270C240 240 300 236 276 214S226 204 244 188H252C246 204 310 206 316 222S282 246 290 270z',
    { fill: palette.paper },
  ),
  at(
    200,
    190,
    rect(0, -48, 96, 48, solid(palette.sand, 3.5)),
    path('M-8 -48H104L90 -66H6z', solid(palette.clay, 3.5)),
    arch(36, -42, 24, 0, solid(palette.ink, 3)),
    path('M10 -10v-16a7 7 0 0 1 14 0v16zM72 -10v-16a7 7 0 0 1 14 0v16z', solid(palette.honey, 3)),
  ),
  cedar(60, 208, 1),
  cedar(112, 224, 0.8),
  cedar(372, 206, 1.1),
  cedar(430, 224, 0.85),
);

const lamp = (x: number) =>
  path(`M${x} 0v44`, ink(4)) +
  path(`M${x - 30} 70a30 28 0 0 1 60 0z`, solid(palette.gold)) +
  path(`M${x - 10} 71a10 8 0 0 0 20 0z`, solid(palette.paper, 3));

const plate = (x: number) =>
  ellipse(x, 196, 30, 8, solid(white, 3)) +
  ellipse(x, 195, 17, 4, { stroke: palette.sandDeep, width: 2.5 });

const dining = post(
  palette.ink,
  ...[
    [28, 'mint'],
    [138, 'honey'],
    [248, 'blush'],
    [358, 'mint'],
  ].map(([x, tint]) =>
    doorway({ x: Number(x), top: 44, width: 92, floor: 160, tint: tint as 'mint', light: 'fan' }),
  ),
  ...[129, 240, 350].map(lamp),
  rect(14, 184, 452, 22, solid(palette.sand)),
  path('M14 206H466V214H14z', solid(palette.sandDeep, 3)),
  path('M56 214V270M424 214V270M240 214V270', { stroke: palette.sandDeep, width: 14 }),
  ...[84, 180, 300, 396].map(plate),
  mug(132, 192, palette.evergreen, 0.8),
  apple(240, 192, 0.8),
  mug(346, 192, palette.clay, 0.8),
  rect(0, 262, 480, 8, { fill: palette.inkDeep }),
);

const responses = post(
  palette.mint,
  ...[70, 104, 138, 172].map((r) => circle(352, 96, r, { stroke: white, width: 6, opacity: 0.6 })),
  rect(0, 226, 480, 44, { fill: palette.clay }),
  rect(0, 220, 480, 10, { fill: palette.sand }),
  ...Array.from({ length: 15 }, (_, i) =>
    path(
      `M${n(70 + ((i * 7) % 11))} ${216 - i * 11}l120 ${(i % 3) - 1}v-8l-120 ${1 - (i % 2) * 2}z`,
      { fill: i % 4 ? white : palette.sand, stroke: line, width: 2.5 },
    ),
  ),
  path('M352 96m-34 0a34 34 0 0 1 68 0l14 18h-96z', solid(palette.gold)),
  path('M352 62V42M352 42L300 20', ink(6)),
  path('M300 20L262 220', ink(6)),
  rect(232, 212, 62, 9, solid(palette.ink, 3), 3),
  books(426, 220, [palette.evergreen, palette.clay, palette.honey], 84),
  path(
    'M306 206a15 15 0 1 0 30 0 15 15 0 1 0 -30 0M342 206a15 15 0 1 0 30 0 15 15 0 1 0 -30 0M336 202q3 -4 6 0',
    { stroke: line, width: 4.5 },
  ),
);

export const posts: Record<string, string> = {
  'posts/what-150-teachers-told-us': told,
  'posts/a-gym-full-of-quiet': gym,
  'posts/the-bell-before-the-bell': bell,
  'posts/two-days-in-the-valley': valley,
  'posts/first-night-in-the-dining-hall': dining,
  'posts/reading-300-responses': responses,
};

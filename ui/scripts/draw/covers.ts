/**
 * Covers of the reports: posters of one series. The title stands beside them as text, so each says its subject by a picture
 * alone; the small doorway and the rule at the foot are the publisher's mark.
 */
import { emblem } from './goods';
import { line, palette, white } from './palette';
import { arch, at, circle, group, path, picture, rect } from './shapes';

const ink = (width = 4.5) => ({ stroke: line, width });
export const solid = (fill: string, width = 4.5) => ({ fill, ...ink(width) });

/** A poster of 300 by 400: ground, picture, mark. `on` is the colour of the mark. */
export const cover = (ground: string, on: string, ...parts: string[]) =>
  picture(
    300,
    400,
    rect(0, 0, 300, 400, { fill: ground }),
    ...parts,
    emblem(36, 388, 18, on, ground),
    path('M56 386.5H276', { stroke: on, width: 3 }),
  );

/** Rings of light around (x, y). */
const rings = (
  x: number,
  y: number,
  radii: readonly number[],
  colour: string,
  width = 5,
  opacity = 0.55,
) => radii.map((r) => circle(x, y, r, { stroke: colour, width, opacity })).join('');

const lawmakers = cover(
  palette.ink,
  palette.gold,
  rings(150, 190, [96, 122, 148, 174, 200], palette.honey, 4, 0.22),
  // The picture stands high: the page prints this report's title beneath it.
  group(
    'translate(21 -8) scale(0.86)',
    path('M150 58V96', { stroke: palette.gold, width: 7 }),
    path('M142 60L150 30L158 60z', solid(palette.gold, 3.5)),
    path('M112 132a38 38 0 0 1 76 0z', solid(palette.honey)),
    rect(106, 132, 88, 18, solid(palette.sand)),
    path('M82 222V218a68 68 0 0 1 136 0v4z', solid(palette.gold)),
    path('M116 222v-22a34 44 0 0 1 68 0v22M150 152v70', ink(3.5)),
    rect(66, 222, 168, 20, solid(palette.sand)),
    rect(78, 242, 144, 72, solid(palette.sandDeep)),
    ...[88, 116, 166, 194].map((x) => rect(x, 246, 18, 64, solid(palette.paper, 3.5), 3)),
    arch(135, 252, 30, 314, solid(palette.clay, 3.5)),
    rect(56, 314, 188, 14, solid(palette.sand)),
    rect(40, 328, 220, 16, solid(palette.paper)),
  ),
);

const desk = (x: number, y: number, scale: number, colour: string) =>
  group(
    `translate(${x} ${y}) scale(${scale})`,
    path('M-34 -44L-38 0M34 -44L38 0', ink(6)),
    rect(-44, -56, 88, 14, solid(colour), 3),
    path('M-16 -58h32', { stroke: white, width: 5 }),
  );

const calm = cover(
  palette.mint,
  palette.evergreen,
  rings(150, 196, [50, 76, 102, 128, 154], white, 6, 0.75),
  circle(150, 196, 26, { fill: palette.honey }),
  rect(0, 224, 300, 134, { fill: palette.evergreen }),
  path('M96 240h108M70 254h70M166 254h62', { stroke: palette.honey, width: 4, opacity: 0.8 }),
  desk(64, 304, 0.72, palette.sand),
  desk(150, 304, 0.72, palette.sand),
  desk(236, 304, 0.72, palette.sand),
  desk(84, 352, 1, palette.honey),
  desk(216, 352, 1, palette.honey),
);

const openDoor = (x: number, y: number, tint: string, leaf: string, share: number) =>
  at(
    x,
    y,
    arch(-30, -92, 60, 0, solid(tint, 4)),
    path(`M-30 0V-60L${-30 + 60 * share} -50V8z`, solid(leaf, 4)),
    circle(-30 + 60 * share - 7, -22, 2.8, { fill: palette.gold }),
  );

const doors = cover(
  palette.evergreen,
  palette.honey,
  openDoor(70, 128, palette.honey, palette.clay, 0.5),
  openDoor(150, 128, palette.paper, palette.ink, 0.34),
  openDoor(230, 128, palette.mint, palette.gold, 0.6),
  openDoor(70, 238, palette.blush, palette.ink, 0.36),
  openDoor(150, 238, palette.honey, palette.clay, 0.62),
  openDoor(230, 238, palette.paper, palette.clay, 0.4),
  openDoor(70, 348, palette.paper, palette.gold, 0.6),
  openDoor(150, 348, palette.mint, palette.clay, 0.42),
  openDoor(230, 348, palette.blush, palette.ink, 0.5),
);

const screens = cover(
  palette.honey,
  palette.ink,
  rings(150, 176, [120, 150, 180, 210], white, 6, 0.5),
  group(
    'rotate(-7 150 190)',
    rect(66, 62, 168, 244, solid(palette.ink), 20),
    rect(82, 82, 136, 196, solid(palette.paper), 4),
    circle(150, 292, 6, { fill: palette.paper }),
    arch(102, 112, 96, 244, { fill: palette.mint, ...ink() }),
    arch(126, 152, 48, 244, { fill: palette.evergreen, ...ink() }),
    path('M98 244h104M98 260h64', ink(4)),
  ),
  group(
    'translate(-26 -14) rotate(34 236 270)',
    path('M228 170h18v128l-9 26 -9 -26z', solid(palette.clay)),
    path('M228 188h18M228 298h18', ink(3.5)),
  ),
);

const stay = cover(
  palette.blush,
  palette.clay,
  circle(150, 134, 104, { fill: palette.evergreen }),
  circle(84, 176, 50, { fill: palette.evergreen }),
  circle(216, 176, 50, { fill: palette.evergreen }),
  rings(150, 134, [30, 56, 82], palette.mint, 5, 0.45),
  path('M150 300V130M150 226L98 176M150 206L202 158M150 178L124 150', { stroke: line, width: 15 }),
  path('M150 300V130M150 226L98 176M150 206L202 158M150 178L124 150', {
    stroke: palette.clay,
    width: 7,
  }),
  ...[
    [92, 132],
    [204, 116],
    [176, 186],
    [126, 90],
    [232, 182],
    [66, 186],
  ].map(([x = 0, y = 0]) => circle(x, y, 10, solid(palette.gold, 3.5))),
  path(
    'M34 344L48 288C90 274 124 278 150 300C176 278 210 274 252 288L266 344C220 330 182 332 150 354C118 332 80 330 34 344z',
    solid(palette.paper),
  ),
  path(
    'M150 302V350M64 306c24 -6 46 -4 66 6M60 322c24 -6 48 -4 70 6M236 306c-24 -6 -46 -4 -66 6M240 322c-24 -6 -48 -4 -70 6',
    ink(3),
  ),
);

export const covers: Record<string, string> = {
  'covers/what-teachers-wish-lawmakers-knew': lawmakers,
  'covers/calm-classrooms': calm,
  'covers/doors-that-open-for-all': doors,
  'covers/screens-with-a-purpose': screens,
  'covers/why-good-teachers-stay': stay,
};

/** The six things of the store, each in a square of 400, so that the shelf of the store can hold them too. */
import { line, palette, white } from './palette';
import { arch, at, circle, clipped, group, path, rect } from './shapes';

const ink = (width = 6) => ({ stroke: line, width });
const solid = (fill: string, width = 6) => ({ fill, ...ink(width) });

/** The emblem of the forum: a doorway within a doorway. It stands on (x, y). */
export const emblem = (
  x: number,
  y: number,
  size: number,
  outer: string,
  inner: string,
  edge?: string,
) =>
  at(
    x,
    y,
    arch(-size / 2, -size * 1.2, size, 0, {
      fill: outer,
      ...(edge ? { stroke: edge, width: size / 14 } : {}),
    }),
    arch(-size / 4, -size * 0.8, size / 2, 0, { fill: inner }),
  );

export const tee = [
  path(
    'M140 78L60 118L22 200L84 228L104 196V352H296V196L316 228L378 200L340 118L260 78C244 108 156 108 140 78z',
    solid(palette.ink),
  ),
  path('M140 78C156 108 244 108 260 78L246 72C236 92 164 92 154 72z', solid(palette.inkDeep, 5)),
  path('M104 196V172M296 196V172', ink(5)),
  path('M84 228L22 200M316 228L378 200', ink(6)),
  path('M34 190l58 26M366 190l-58 26', { stroke: palette.gold, width: 5 }),
  emblem(250, 190, 42, palette.gold, palette.paper),
].join('');

export const journal = [
  path('M318 70l14 0v268l-14 14z', solid(palette.sand, 5)),
  path('M322 84v256', { stroke: palette.sandDeep, width: 3 }),
  rect(84, 52, 236, 300, solid(palette.clay), 12),
  path('M118 54v296', ink(5)),
  path('M92 70v264', { stroke: palette.clayDeep, width: 5 }),
  rect(152, 92, 136, 150, { fill: palette.sand, stroke: line, width: 5 }, 6),
  emblem(220, 204, 62, palette.evergreen, palette.honey),
  path('M178 222h84', ink(4)),
  path('M262 352v34l-13 -12 -13 12v-34z', solid(palette.gold, 5)),
  path('M296 54v296', { stroke: palette.gold, width: 9 }),
].join('');

export const enamelPin = [
  path('M112 340V176a88 88 0 0 1 176 0V340z', {
    fill: palette.sandDeep,
    turn: 'translate(10 10)',
    opacity: 0.8,
  }),
  path('M112 336V168a88 88 0 0 1 176 0V336z', { fill: palette.gold, ...ink(7) }),
  path('M130 318V168a70 70 0 0 1 140 0V318z', { fill: palette.ink, ...ink(4) }),
  clipped(
    'p',
    path('M132 316V168a68 68 0 0 1 136 0V316z', { fill: white }),
    ...[26, 46].map((r) => circle(200, 168, r, { stroke: palette.gold, width: 6 })),
    path('M160 318V236a40 40 0 0 1 80 0V318z', { fill: palette.honey, ...ink(5) }),
    path('M180 318V262a20 20 0 0 1 40 0V318z', { fill: palette.clay, ...ink(4) }),
  ),
  path('M136 150c6 -26 20 -42 42 -52', { stroke: white, width: 7, opacity: 0.85 }),
].join('');

export const mug = group(
  'translate(-34 0)',
  path('M282 152h34a46 46 0 0 1 0 132h-44', { stroke: line, width: 40 }),
  path('M282 152h34a46 46 0 0 1 0 132h-44', { stroke: palette.evergreen, width: 27 }),
  path('M84 92H292L284 320a30 30 0 0 1 -30 28H122a30 30 0 0 1 -30 -28z', solid(palette.evergreen)),
  path('M84 92C84 74 292 74 292 92S84 110 84 92z', solid(palette.clayDeep, 5)),
  emblem(188, 296, 104, palette.paper, palette.gold),
  path('M108 128l6 150', { stroke: white, width: 7, opacity: 0.4 }),
);

export const tote = [
  path('M132 150V96a68 68 0 0 1 136 0v54', { stroke: line, width: 24 }),
  path('M132 150V96a68 68 0 0 1 136 0v54', { stroke: palette.clay, width: 13 }),
  path('M78 142H322L338 360H62z', solid(palette.sand)),
  path('M76 162H324', { stroke: palette.sandDeep, width: 5 }),
  path('M124 142h16v30h-16zM260 142h16v30h-16z', solid(palette.clay, 4)),
  ...[
    [130, palette.mint, 58],
    [200, palette.honey, 84],
    [270, palette.blush, 48],
  ].map(([x, tint, height]) =>
    arch(Number(x) - 30, 316 - Number(height) - 22, 60, 316, {
      fill: String(tint),
      stroke: line,
      width: 4,
    }),
  ),
  path('M92 318H308', ink(6)),
].join('');

/** The tee folded for the post, its lower half turned up behind, and on its neck the tag of whoever gave it. */
export const sponsorAShirt = [
  path(
    'M116 300V332C116 342 122 346 130 346H296C304 346 308 340 308 332V222H290z',
    solid(palette.ink),
  ),
  path(
    'M142 88L84 112C66 120 58 134 54 152L36 236L96 252L108 212V310C108 324 116 330 128 330H272C284 330 292 324 292 310V212L304 252L364 236L346 152C342 134 334 120 316 112L258 88C242 120 158 120 142 88z',
    solid(palette.ink),
  ),
  path('M142 88C158 120 242 120 258 88L244 80C234 102 166 102 156 80z', solid(palette.inkDeep, 5)),
  path('M108 214V178M292 214V178', ink(5)),
  path('M43 222l58 15M357 222l-58 15', { stroke: palette.gold, width: 5 }),
  emblem(250, 196, 42, palette.gold, palette.paper),
  path('M172 106C150 132 146 150 156 176', { stroke: palette.sand, width: 4 }),
  group(
    'translate(162 236) rotate(-8)',
    path('M-42 -34L-20 -58H20L42 -34V58H-42z', solid(palette.paper)),
    circle(0, -40, 6, { fill: line }),
    path(
      'M0 44C-42 15 -36 -16 -13 -16C-6 -16 0 -10 0 -3C0 -10 6 -16 13 -16C36 -16 42 15 0 44z',
      solid(palette.clay, 5),
    ),
  ),
].join('');

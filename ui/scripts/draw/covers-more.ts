/** The other covers of the series. */
import { cover, solid } from './covers';
import { line, palette, white } from './palette';
import { arch, at, circle, group, path, rect } from './shapes';

const ink = (width = 4.5) => ({ stroke: line, width });

const messageHome = cover(
  palette.mint,
  palette.ink,
  path('M0 358V300C60 268 130 300 180 286S270 262 300 272V358z', { fill: palette.evergreen }),
  path('M36 96C96 36 190 60 196 120S120 178 128 128S210 112 226 176', {
    stroke: palette.clay,
    width: 4.5,
  }),
  group(
    'translate(40 98) rotate(-24)',
    path('M-34 10L44 -24L14 34L0 12z', solid(white)),
    path('M0 12L44 -24M0 12L-2 34L14 34', ink(3.5)),
  ),
  rect(212, 196, 18, 44, solid(palette.clayDeep)),
  path('M124 248L190 186L256 248z', solid(palette.clay)),
  rect(136, 248, 108, 84, solid(palette.sand)),
  arch(174, 268, 32, 332, solid(palette.gold)),
  arch(148, 266, 18, 298, solid(palette.honey, 3.5)),
  arch(214, 266, 18, 298, solid(palette.honey, 3.5)),
  path('M70 332V308M48 276h46v32H48z', solid(palette.ink)),
  path('M52 280l19 14 19 -14', { stroke: palette.paper, width: 3.5 }),
);

const coin = (x: number, y: number, r: number) =>
  at(
    x,
    y,
    circle(0, 0, r, solid(palette.gold)),
    circle(0, 0, r * 0.7, { stroke: line, width: 2.5 }),
    path(
      `M${-r * 0.26} ${r * 0.36}V${-r * 0.06}a${r * 0.26} ${r * 0.26} 0 0 1 ${r * 0.52} 0v${r * 0.42}z`,
      { fill: line },
    ),
  );

const stack = (x: number, floor: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    rect(
      x - 27 + ((i * 5) % 4),
      floor - 13 * (i + 1),
      54,
      13,
      solid(i % 2 ? palette.honey : palette.gold, 4),
      5,
    ),
  ).join('');

const dollar = cover(
  palette.inkDeep,
  palette.gold,
  arch(84, 60, 132, 356, { fill: palette.ink }),
  arch(108, 96, 84, 356, { fill: '#2b4a6b' }),
  path('M150 0V40M110 0V14M190 0V22', { stroke: palette.honey, width: 4, opacity: 0.6 }),
  coin(150, 74, 30),
  coin(108, 146, 20),
  coin(192, 134, 22),
  coin(158, 206, 17),
  stack(54, 356, 4),
  stack(118, 356, 7),
  stack(182, 356, 9),
  stack(246, 356, 5),
);

const oneDevice = cover(
  palette.clay,
  palette.honey,
  path('M150 214L52 92M150 214L112 92M150 214L194 90M150 214L250 90', {
    stroke: palette.honey,
    width: 4,
    opacity: 0.5,
  }),
  circle(44, 70, 28, solid(palette.mint)),
  arch(88, 36, 46, 98, solid(palette.honey)),
  path('M196 34L224 92H168z', solid(palette.blush)),
  rect(232, 46, 48, 48, solid(palette.paper), 5),
  rect(66, 148, 168, 118, solid(palette.ink), 12),
  rect(80, 162, 140, 90, { fill: palette.paper, ...ink(3.5) }, 3),
  circle(106, 190, 14, { fill: palette.mint, ...ink(3) }),
  arch(134, 176, 26, 206, { fill: palette.honey, ...ink(3) }),
  path('M188 174l17 32h-34z', { fill: palette.blush, ...ink(3) }),
  path('M94 224h110M94 238h70', ink(3.5)),
  path('M66 266H234L268 316a8 8 0 0 1 -8 12H40a8 8 0 0 1 -8 -12z', solid(palette.sandDeep)),
  path('M76 280H224M68 293H232', { stroke: line, width: 4 }),
  path('M126 306h48l6 14h-60z', solid(palette.sand, 3)),
);

const chair = (x: number, y: number, colour: string) =>
  at(
    x,
    y,
    path('M-26 0V-112M26 0L22 -54M-26 -52H26', { stroke: line, width: 13 }),
    path('M-26 0V-112M26 0L22 -54', { stroke: palette.sandDeep, width: 5 }),
    rect(-34, -116, 16, 46, solid(colour, 4), 5),
    rect(-34, -60, 66, 13, solid(colour, 4), 5),
  );

const referral = cover(
  palette.gold,
  palette.ink,
  rect(0, 286, 300, 72, { fill: palette.honey }),
  arch(150, 44, 118, 300, solid(palette.ink)),
  arch(164, 58, 90, 300, solid(palette.clay)),
  path('M180 176V122a29 29 0 0 1 58 0v54zM180 194h58v86h-58z', {
    stroke: palette.clayDeep,
    width: 5,
  }),
  circle(240, 190, 6, solid(palette.honey, 3.5)),
  path('M0 358L60 300H240L300 358z', { fill: white, opacity: 0.35 }),
  chair(78, 340, palette.evergreen),
  path(
    'M30 84h84a12 12 0 0 1 12 12v42a12 12 0 0 1 -12 12H74l-26 26 4 -26H30a12 12 0 0 1 -12 -12V96a12 12 0 0 1 12 -12z',
    solid(palette.paper),
  ),
  path('M40 108h62M40 124h40', ink(5)),
);

const busRide = cover(
  palette.blush,
  palette.clay,
  circle(204, 118, 62, { fill: palette.gold }),
  ...[80, 98, 116].map((r) => circle(204, 118, r, { stroke: white, width: 5, opacity: 0.6 })),
  path('M0 196L70 130L128 190L176 150L300 224V358H0z', { fill: palette.clay }),
  path('M0 236C70 206 150 240 300 214V358H0z', { fill: palette.clayDeep }),
  path('M300 250C210 246 180 264 226 280S150 306 40 358H220C250 330 300 322 300 300z', {
    fill: palette.sandDeep,
  }),
  path('M250 262c-30 6 -2 14 -6 22S190 316 142 346', { stroke: palette.paper, width: 4 }),
  path('M232 212v-22a9 9 0 0 1 18 0v22z', solid(palette.evergreen, 3)),
  group(
    'translate(44 232)',
    rect(0, 0, 150, 72, solid(palette.gold), 12),
    path('M150 34h20a10 10 0 0 1 10 10v28H150z', solid(palette.gold)),
    ...[14, 48, 82].map((x) => rect(x, 14, 26, 24, solid(palette.paper, 3.5), 4)),
    rect(116, 14, 24, 58, solid(palette.paper, 3.5), 4),
    path('M0 50H112', ink(4)),
    circle(36, 74, 16, solid(palette.ink)),
    circle(36, 74, 5, { fill: palette.sand }),
    circle(146, 74, 16, solid(palette.ink)),
    circle(146, 74, 5, { fill: palette.sand }),
  ),
);

const thirdYear = cover(
  palette.sand,
  palette.clay,
  path('M20 358V300H106V244H192V188H280V358z', solid(palette.ink)),
  arch(36, 206, 54, 300, solid(palette.mint)),
  arch(122, 150, 54, 244, solid(palette.mint)),
  ...[46, 66, 86, 108].map((r) =>
    circle(236, 100, r, { stroke: palette.gold, width: 5, opacity: 0.55 }),
  ),
  arch(206, 70, 60, 188, solid(palette.gold)),
  path('M206 188V100L238 112V196z', solid(palette.clay)),
  circle(230, 150, 3, { fill: palette.honey }),
  path('M50 320v20M136 266v20M148 266v20M222 210v20M234 210v20M246 210v20', {
    stroke: palette.honey,
    width: 6,
  }),
);

export const moreCovers: Record<string, string> = {
  'covers/the-message-home': messageHome,
  'covers/where-the-dollar-lands': dollar,
  'covers/one-device-many-needs': oneDevice,
  'covers/before-the-referral': referral,
  'covers/the-long-bus-ride': busRide,
  'covers/the-third-year': thirdYear,
};

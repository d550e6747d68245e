/** Scenes of things: the reports, the store's shelf, ways to reach the office, the morning's news. */
import { apple, books, deskBell, hangingBell, mug, pencilPot, plant, steam } from './desk-things';
import { doorway, floorOf, groundOf, wall } from './doorways';
import * as goods from './goods';
import { line, palette, white } from './palette';
import { standing } from './people';
import { arch, at, circle, group, path, picture, rect } from './shapes';

const [WIDTH, HEIGHT] = [480, 360];
const G = groundOf(HEIGHT);
const scene = (...parts: string[]) => picture(WIDTH, HEIGHT, ...parts, floorOf(WIDTH, HEIGHT));
const ink = (width = 3) => ({ stroke: line, width });
const solid = (fill: string, width = 3) => ({ fill, ...ink(width) });

/** A report standing upright, an arch on its cover. */
const report = (x: number, y: number, turn: number, colour: string, tint: string) =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    path('M-44 0V-118H44V0z', solid(colour)),
    arch(-24, -96, 48, -34, { fill: tint }),
    arch(-12, -74, 24, -34, { fill: colour }),
    path('M-24 -22H24M-24 -12H8', { stroke: palette.paper, width: 3.5 }),
  );

/** A sheet that flies. */
const sheet = (x: number, y: number, turn: number, scale = 1) =>
  group(
    `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
    path('M-22 -28C-8 -33 8 -23 22 -28V28C8 33 -8 23 -22 28z', solid(white)),
    path('M-12 -14C-4 -16 4 -12 12 -14M-12 -2C-4 -4 4 0 12 -2M-12 10C-6 9 -2 11 2 11', {
      stroke: palette.muted,
      width: 3,
      opacity: 0.8,
    }),
  );

const reports = scene(
  wall(0, 246, WIDTH, G),
  doorway({ x: 20, top: 212, width: 92, floor: G, tint: 'mint', light: 'none' }),
  doorway({ x: 126, top: 164, width: 92, floor: G, tint: 'blush', light: 'none' }),
  doorway({ x: 232, top: 108, width: 100, floor: G, tint: 'mint' }),
  doorway({ x: 346, top: 34, width: 112, floor: G, tint: 'honey' }),
  path('M40 186C110 172 196 112 250 70S330 22 344 18', { stroke: palette.clay, width: 4 }),
  path('M330 14l16 3 -7 14', { stroke: palette.clay, width: 4 }),
  sheet(66, 180, -12, 0.9),
  sheet(172, 128, -20, 1),
  sheet(262, 62, -28, 1.1),
  books(92, G, [palette.clay, palette.gold, palette.evergreen], 104),
  report(216, G, -5, palette.evergreen, palette.honey),
  standing('hannah-lindqvist', 376, 168, G),
);

const small = (thing: string, x: number, y: number, scale: number, foot = 352) =>
  group(`translate(${x - 200 * scale} ${y - foot * scale}) scale(${scale})`, thing);

const store = scene(
  wall(0, 230, WIDTH, G),
  doorway({ x: 24, top: 66, width: 132, floor: G, tint: 'mint', light: 'fan' }),
  doorway({ x: 170, top: 22, width: 140, floor: G, tint: 'honey' }),
  doorway({ x: 324, top: 66, width: 132, floor: G, tint: 'blush', light: 'fan' }),
  path('M190 105L240 80L290 105M240 80V62a7 7 0 1 0 -7 -7', ink(4)),
  circle(240, 52, 4, solid(palette.gold, 2)),
  small(goods.tee, 240, 206, 0.42),
  rect(8, 216, 464, 11, solid(palette.sand), 2),
  path('M40 227v22l-14 -22M440 227v22l14 -22', ink()),
  small(goods.mug, 78, 216, 0.22, 348),
  small(goods.enamelPin, 132, 216, 0.17, 340),
  small(goods.journal, 390, 216, 0.28),
  small(goods.tote, 92, G, 0.28, 362),
  small(goods.sponsorAShirt, 240, G, 0.3, 344),
  plant(398, G, 0.9),
);

const telephone = (x: number, y: number) =>
  at(
    x,
    y,
    path('M-52 0C-52 -30 -34 -44 -24 -52H24C34 -44 52 -30 52 0z', solid(palette.clay)),
    circle(0, -22, 17, solid(palette.sand)),
    circle(0, -22, 6, solid(palette.clay, 2.5)),
    ...[0, 60, 120, 180, 240, 300].map((degrees) =>
      circle(
        11.5 * Math.cos((degrees * Math.PI) / 180),
        -22 + 11.5 * Math.sin((degrees * Math.PI) / 180),
        2.2,
        { fill: line },
      ),
    ),
    path('M-16 -52v-10M16 -52v-10', ink(5)),
    path(
      'M-58 -60C-58 -84 -30 -82 0 -82S58 -84 58 -60C58 -52 34 -52 32 -60C30 -66 -30 -66 -32 -60C-34 -52 -58 -52 -58 -60z',
      solid(palette.clay),
    ),
  );

const envelope = (x: number, y: number, turn: number, scale = 1) =>
  group(
    `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
    rect(-58, -38, 116, 76, solid(palette.paper), 5),
    path('M-56 34L-14 -2M56 34L14 -2', ink(2.5)),
    path('M-57 -34L0 12L57 -34', { fill: palette.blush, ...ink() }),
    path('M0 18C-11 9 -9 0 -4 0C-2 0 0 2 0 4C0 2 2 0 4 0C9 0 11 9 0 18z', { fill: palette.clay }),
  );

const contact = scene(
  wall(0, 200, WIDTH, G),
  doorway({ x: 42, top: 60, width: 150, floor: G, tint: 'mint', light: 'fan' }),
  doorway({ x: 226, top: 26, width: 164, floor: G, tint: 'honey' }),
  standing('receptionist', 308, 184, 278),
  envelope(116, 120, -10, 1.05),
  rect(0, 276, WIDTH, 12, { fill: palette.sand }),
  path('M0 288H480', { stroke: palette.sandDeep, width: 3 }),
  rect(0, 289, WIDTH, G - 289, { fill: palette.ink }),
  rect(26, 300, 196, 30, { stroke: palette.sandDeep, width: 2, opacity: 0.45 }, 3),
  rect(258, 300, 196, 30, { stroke: palette.sandDeep, width: 2, opacity: 0.45 }, 3),
  telephone(104, 276),
  deskBell(196, 276, 0.74),
  pencilPot(424, 276),
);

const newspaper = (x: number, y: number) =>
  group(
    `translate(${x} ${y}) rotate(-4)`,
    path('M-96 -182H84V0H-110V-150H-96z', solid(palette.paper)),
    path('M-96 -150V-16a7 7 0 0 1 -14 0', ink()),
    rect(-80, -166, 148, 22, { fill: palette.ink }, 2),
    path('M-66 -155h54M6 -155h48', { stroke: palette.paper, width: 5 }),
    rect(-80, -132, 70, 66, { fill: palette.mint, ...ink(2.5) }),
    arch(-66, -116, 26, -66, { fill: palette.honey }),
    arch(-38, -104, 20, -66, { fill: palette.clay }),
    path(
      'M4 -128H68M4 -114H68M4 -100H68M4 -86H54M-80 -48H-10M-80 -34H-10M-80 -20H-30M4 -66H68M4 -52H68M4 -38H68M4 -24H40',
      { stroke: palette.muted, width: 4, opacity: 0.7 },
    ),
  );

const blog = scene(
  wall(0, 200, WIDTH, G),
  doorway({ x: 24, top: 92, width: 120, floor: G, tint: 'blush', light: 'fan' }),
  doorway({ x: 154, top: 18, width: 172, floor: G, tint: 'honey' }),
  doorway({ x: 336, top: 92, width: 120, floor: G, tint: 'mint', light: 'fan' }),
  path('M240 18V44', { stroke: line, width: 4 }),
  hangingBell(240, 40, 0.72),
  newspaper(248, G - 4),
  mug(400, G, palette.clay, 1.35),
  steam(400, G - 58),
  books(82, G, [palette.evergreen, palette.gold, palette.clay], 92),
  apple(82, G - 45, 0.9),
);

export const things: Record<string, string> = {
  'scenes/reports': reports,
  'scenes/store': store,
  'scenes/contact': contact,
  'scenes/blog': blog,
};

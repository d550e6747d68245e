/** Scenes of people: why the forum exists, who runs it, the table they talk at, the directory's many doorways. */
import { apple, books, mug, openBook, pencilPot, plant, shelfRow } from './desk-things';
import { doorway, floorOf, groundOf, wall } from './doorways';
import { line, palette, white } from './palette';
import { standing } from './people';
import { at, circle, ellipse, group, path, picture, rect } from './shapes';

const [WIDTH, HEIGHT] = [480, 360];
const G = groundOf(HEIGHT);
const scene = (...parts: string[]) => picture(WIDTH, HEIGHT, ...parts, floorOf(WIDTH, HEIGHT));

/** A board on the wall: an arch in chalk, a sum of strokes, a line that rises. */
const chalkboard = at(
  24,
  58,
  rect(0, 0, 250, 158, { fill: palette.evergreen, stroke: line, width: 3 }, 4),
  rect(0, 0, 250, 158, { stroke: palette.sandDeep, width: 7 }, 4),
  rect(-2, 158, 254, 9, { fill: palette.sandDeep, stroke: line, width: 2.5 }, 2),
  rect(168, 152, 26, 6, { fill: white, stroke: line, width: 2 }, 2),
  path('M34 112V72a24 24 0 0 1 48 0v40M46 112V74a12 12 0 0 1 24 0v38M24 112h68', {
    stroke: white,
    width: 3,
    opacity: 0.85,
  }),
  path('M118 36v26M128 36v26M138 36v26M148 36v26M112 58l42 -18M168 36v26M178 36v26M188 36v26', {
    stroke: white,
    width: 3,
    opacity: 0.85,
  }),
  path('M116 128V82M116 128h104M122 118l26 -14 24 6 40 -30M200 78l13 1 -1 13', {
    stroke: palette.honey,
    width: 3,
  }),
);

const globe = (x: number, y: number) =>
  at(
    x,
    y,
    path('M-20 0h40M0 0v-10', { stroke: line, width: 6 }),
    path('M22 -62a32 32 0 0 1 -38 48', { stroke: palette.clay, width: 5 }),
    circle(-2, -40, 26, { fill: palette.mint, stroke: line, width: 3 }),
    path(
      'M-22 -46c6 -10 14 -4 20 -10s12 -4 14 2 -8 8 -6 14 -6 8 -12 4 -10 2 -16 -10zM2 -24c4 -4 10 -6 16 -4',
      { fill: palette.evergreen, stroke: line, width: 2 },
    ),
  );

/** A chair pulled back from the table, seen from behind, its back an arch of spindles: a place for one more. */
const emptyChair = (x: number, y: number) => {
  const back = 'M-27 -36V-62a27 27 0 0 1 54 0V-36';
  const spindles = 'M-12 -38V-84M0 -38V-88M12 -38V-84';
  const legs = 'M-26 -30L-31 0M26 -30L31 0';
  const farLegs = 'M-15 -30V-4M15 -30V-4';
  const wood = (d: string, width: number, colour: string) =>
    path(d, { stroke: line, width: width + 5 }) + path(d, { stroke: colour, width });
  return at(
    x,
    y,
    wood(farLegs, 4, palette.clayDeep),
    wood(legs, 6, palette.gold),
    path('M-24 -50H24L36 -36H-36z', { fill: palette.honey, stroke: line, width: 3 }),
    wood(spindles, 3, palette.gold),
    wood(back, 6, palette.gold),
    rect(-38, -37, 76, 10, { fill: palette.gold, stroke: line, width: 3 }, 4),
  );
};

const why = scene(
  wall(0, 190, WIDTH, G),
  doorway({ x: 306, top: 26, width: 152, floor: G, tint: 'honey' }),
  chalkboard,
  standing('devon-carter', 382, 172, G),
  rect(36, 262, 226, 10, { fill: palette.sand, stroke: line, width: 3 }, 2),
  rect(46, 272, 206, G - 272, { fill: palette.clay, stroke: line, width: 3 }),
  path(`M149 272V${G}`, { stroke: line, width: 3 }),
  books(96, G, [palette.evergreen, palette.honey, palette.mint], 74),
  shelfRow(166, G, [palette.ink, palette.gold, palette.mint, palette.blush], 56),
  globe(82, 262),
  apple(140, 262, 0.72),
  pencilPot(222, 262),
);

/** For an application on its way: the empty chair before an open doorway. */
const keptPlace = scene(
  wall(0, 190, WIDTH, G),
  doorway({ x: 22, top: 96, width: 116, floor: G, tint: 'blush', light: 'fan' }),
  doorway({ x: 154, top: 18, width: 172, floor: G, tint: 'mint' }),
  doorway({ x: 342, top: 96, width: 116, floor: G, tint: 'honey', light: 'fan' }),
  group('translate(240 340) scale(1.9)', emptyChair(0, 0)),
  books(80, G, [palette.evergreen, palette.gold, palette.clay], 84),
  apple(80, G - 44, 0.8),
  plant(400, G, 1.05),
);

const about = scene(
  wall(0, 190, WIDTH, G),
  doorway({ x: 26, top: 92, width: 128, floor: G, tint: 'mint', light: 'fan' }),
  doorway({ x: 170, top: 18, width: 140, floor: G, tint: 'honey' }),
  doorway({ x: 326, top: 92, width: 128, floor: G, tint: 'blush', light: 'fan' }),
  standing('eleanor-whitfield', 96, 146, G),
  standing('thomas-okafor', 240, 152, G),
  standing('marcus-bell', 384, 146, G),
  books(166, G, [palette.evergreen, palette.gold], 52),
  plant(314, G, 0.6),
);

const forum = scene(
  doorway({ x: 30, top: 84, width: 126, floor: 250, tint: 'blush' }),
  doorway({ x: 172, top: 14, width: 136, floor: 250, tint: 'mint', light: 'fan' }),
  doorway({ x: 324, top: 84, width: 126, floor: 250, tint: 'honey' }),
  rect(0, 236, WIDTH, G - 236, { fill: palette.ink }),
  standing('rosa-delgado', 108, 134, 262),
  standing('joseph-begay', 240, 136, 250),
  standing('katherine-novak', 374, 134, 262),
  path('M36 268v22C36 312 128 326 240 326s204 -14 204 -36V268z', {
    fill: palette.clay,
    stroke: line,
    width: 3,
  }),
  ellipse(240, 268, 204, 34, { fill: palette.sand, stroke: line, width: 3 }),
  openBook(124, 282, 0.66),
  mug(186, 266, palette.evergreen, 0.6),
  apple(296, 264, 0.6),
  openBook(358, 282, 0.66),
  emptyChair(240, G + 2),
);

const faces = [
  ['maria-alvarez', 'mint'],
  ['denise-fairfax', 'honey'],
  ['luis-herrera', 'blush'],
  ['grace-nakamura', 'blush'],
  ['samuel-ortiz', 'mint'],
  ['leila-haddad', 'honey'],
] as const;

const teachers = scene(
  wall(0, 254, WIDTH, G),
  ...faces.flatMap(([name, tint], i) => {
    const x = 22 + (i % 3) * 150;
    const floor = i < 3 ? 164 : G;
    return [
      doorway({ x, top: floor - 152, width: 136, floor, tint }),
      standing(name, x + 68, 128, floor),
    ];
  }),
  rect(0, 164, WIDTH, 8, { fill: palette.sandDeep }),
  path('M0 172H480', { stroke: palette.ink, width: 2, opacity: 0.2 }),
);

export const rooms: Record<string, string> = {
  'scenes/why': why,
  'scenes/about': about,
  'scenes/forum': forum,
  'scenes/kept-place': keptPlace,
  'scenes/teachers': teachers,
};

/** Scenes of doors: giving, questions, the policies, a page that is still being made. */
import { doorway, floorOf, groundOf, wall } from './doorways';
import { line, palette, white } from './palette';
import { standing } from './people';
import { arch, at, circle, group, path, picture, rect } from './shapes';

const [WIDTH, HEIGHT] = [480, 360];
const G = groundOf(HEIGHT);
const scene = (...parts: string[]) => picture(WIDTH, HEIGHT, ...parts, floorOf(WIDTH, HEIGHT));
const ink = (width = 3) => ({ stroke: line, width });
const solid = (fill: string, width = 3) => ({ fill, ...ink(width) });

export const heart = (x: number, y: number, fill: string, scale = 1) =>
  group(
    `translate(${x} ${y}) scale(${scale})`,
    path(
      'M0 22C-30 2 -26 -24 -10 -24C-4 -24 0 -20 0 -14C0 -20 4 -24 10 -24C26 -24 30 2 0 22z',
      solid(fill),
    ),
  );

export const suitcase = (x: number, y: number) =>
  at(
    x,
    y,
    path('M-22 -84V-98a8 8 0 0 1 8 -8H14a8 8 0 0 1 8 8v14', ink(5)),
    rect(-62, -84, 124, 84, solid(palette.clay), 10),
    path('M-38 -84V0M38 -84V0', ink(2.5)),
    rect(-46, -56, 16, 12, solid(palette.gold, 2.5), 2),
    rect(30, -56, 16, 12, solid(palette.gold, 2.5), 2),
    path('M-10 -22V-36a10 10 0 0 1 20 0v14z', solid(palette.mint, 2.5)),
  );

/** A ticket with a doorway for its picture. */
export const ticket = (x: number, y: number, turn: number) =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    path('M-66 -34H66v22a12 12 0 0 0 0 24V34H-66V12a12 12 0 0 0 0 -24z', solid(palette.paper)),
    path('M30 -28v56', { stroke: line, width: 2.5 }),
    arch(-46, -20, 30, 20, { fill: palette.honey, ...ink(2.5) }),
    path('M-6 -14h24M-6 0h24M-6 14h14M44 -10v20', ink(2.5)),
  );

const donate = scene(
  wall(0, 190, WIDTH, G),
  doorway({ x: 148, top: 16, width: 184, floor: G, tint: 'honey' }),
  doorway({ x: 22, top: 118, width: 110, floor: G, tint: 'mint', light: 'fan' }),
  doorway({ x: 348, top: 118, width: 110, floor: G, tint: 'blush', light: 'fan' }),
  heart(240, 108, palette.clay, 1.25),
  standing('andrew-kim', 240, 172, G),
  suitcase(404, G),
  ticket(86, G - 46, -8),
);

const questionMark = (x: number, y: number, colour: string) =>
  at(
    x,
    y,
    path('M-13 -16C-13 -40 16 -38 14 -18C13 -6 0 -6 0 8', { stroke: colour, width: 8 }),
    circle(0, 23, 5.5, { fill: colour }),
  );

/** What somebody says, its tail at the lower left or right. */
const speech = (x: number, y: number, width: number, height: number, fill: string, tail: 1 | -1) =>
  group(
    `translate(${x} ${y}) scale(${tail} 1)`,
    path(
      `M${-width / 2} ${-height}h${width}a14 14 0 0 1 14 14v${height - 28}a14 14 0 0 1 -14 14h${-width + 34}l-26 26 2 -26h-10a14 14 0 0 1 -14 -14v${-height + 28}a14 14 0 0 1 14 -14z`,
      solid(fill),
    ),
  );

/** A door leaf that stands ajar, hinged at (x, y), seen from the light. */
const leaf = (x: number, top: number, width: number, floor: number, fill: string) => {
  const middle = Math.round(top * 0.58 + floor * 0.42);
  return (
    path(`M${x} ${floor}V${top}L${x + width} ${top + 14}V${floor + 6}z`, solid(fill)) +
    path(
      `M${x + 10} ${top + 20}L${x + width - 10} ${top + 28}V${middle}H${x + 10}zM${x + 10} ${middle + 14}H${x + width - 10}V${floor - 14}L${x + 10} ${floor - 18}z`,
      { stroke: palette.sandDeep, width: 2, opacity: 0.6 },
    ) +
    circle(x + width - 9, middle + 24, 4.5, solid(palette.gold, 2))
  );
};

const faq = scene(
  wall(0, 220, WIDTH, G),
  doorway({ x: 24, top: 126, width: 122, floor: G, tint: 'mint' }),
  doorway({ x: 179, top: 150, width: 122, floor: G, tint: 'honey' }),
  doorway({ x: 334, top: 126, width: 122, floor: G, tint: 'blush' }),
  leaf(182, 214, 62, G - 4, palette.clay),
  standing('priya-raman', 85, 146, G),
  standing('james-whitehorse', 395, 146, G),
  speech(190, 98, 70, 82, white, 1),
  questionMark(190, 62, palette.clay),
  speech(306, 140, 84, 64, palette.evergreen, -1),
  path('M270 96h72M270 108h72M270 120h44', { stroke: palette.paper, width: 5 }),
);

const padlock = (x: number, y: number, scale = 1) =>
  group(
    `translate(${x} ${y}) scale(${scale})`,
    path('M-20 -44V-62a20 20 0 0 1 40 0v18', { stroke: line, width: 14 }),
    path('M-20 -44V-62a20 20 0 0 1 40 0v18', { stroke: palette.sandDeep, width: 8 }),
    path('M-34 -46H34V-14C34 6 14 16 0 22C-14 16 -34 6 -34 -14z', solid(palette.gold)),
    path('M0 -24a7 7 0 0 1 4 13l3 13h-14l3 -13a7 7 0 0 1 4 -13z', { fill: line }),
  );

const key = (x: number, y: number, turn: number) =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    path('M0 0V74M0 56h16M0 72h12', { stroke: line, width: 11 }),
    path('M0 0V74M0 56h16M0 72h12', { stroke: palette.gold, width: 5 }),
    circle(0, -14, 16, { stroke: line, width: 12 }),
    circle(0, -14, 16, { stroke: palette.gold, width: 6 }),
  );

const page = (x: number, y: number) =>
  at(
    x,
    y,
    path('M-46 0V-134H28L46 -116V0z', solid(white)),
    path('M28 -134V-116H46', ink(2.5)),
    path('M-30 -100H20M-30 -84H30M-30 -68H30M-30 -52H12', {
      stroke: palette.muted,
      width: 3.5,
      opacity: 0.75,
    }),
    circle(20, -24, 13, solid(palette.clay, 2.5)),
    path('M14 -24l4 5 8 -9', { stroke: white, width: 3 }),
  );

const legal = scene(
  wall(0, 190, WIDTH, G),
  doorway({ x: 30, top: 116, width: 120, floor: G, tint: 'blush', light: 'fan' }),
  doorway({ x: 160, top: 18, width: 164, floor: G, tint: 'mint' }),
  doorway({ x: 334, top: 116, width: 120, floor: G, tint: 'honey', light: 'fan' }),
  arch(182, 130, 120, G, solid(palette.evergreen)),
  path(`M242 132V${G}`, ink(2.5)),
  path(
    'M196 210V192a34 34 0 0 1 34 -34V210zM254 158a34 34 0 0 1 34 34v18H254zM196 312h34v-40h-34zM254 312h34v-40h-34z',
    { stroke: palette.mint, width: 2, opacity: 0.7 },
  ),
  padlock(242, 262, 0.95),
  page(90, G),
  path('M394 176v22', ink(4)),
  circle(394, 176, 5, solid(palette.gold, 2.5)),
  key(394, 226, 0),
);

const ladder = (x: number, y: number) =>
  at(
    x,
    y,
    path('M-34 0L-6 -196M34 0L10 -196', { stroke: line, width: 11 }),
    path('M-28 -40H29M-23 -78H24M-17 -116H20M-12 -152H15', { stroke: line, width: 9 }),
    path('M-28 -40H29M-23 -78H24M-17 -116H20M-12 -152H15', { stroke: palette.sandDeep, width: 4 }),
    path('M-34 0L-6 -196M34 0L10 -196', { stroke: palette.sandDeep, width: 5.5 }),
  );

const broom = (x: number, y: number) =>
  group(
    `translate(${x} ${y}) rotate(9)`,
    path('M0 -30V-190', { stroke: line, width: 9 }),
    path('M0 -30V-190', { stroke: palette.clay, width: 4 }),
    path('M-9 -46H9L24 0H-24z', solid(palette.gold)),
    path('M-6 -34L-10 -4M1 -34V-4M7 -34L12 -4', ink(2)),
  );

const bucket = (x: number, y: number) =>
  at(
    x,
    y,
    path('M-26 -44C-22 -78 22 -78 26 -44', ink(3)),
    path('M-28 -46H28L22 0H-22z', solid(palette.mint)),
    path('M-27 -38C-12 -32 -16 -22 -8 -24S4 -36 27 -38', { stroke: palette.evergreen, width: 5 }),
  );

const placeholder = scene(
  wall(0, 190, WIDTH, G),
  doorway({ x: 148, top: 22, width: 176, floor: G, tint: 'honey' }),
  leaf(152, 112, 84, G - 4, palette.evergreen),
  doorway({ x: 356, top: 128, width: 100, floor: G, tint: 'mint', light: 'fan' }),
  ladder(92, G),
  bucket(296, G),
  broom(408, G),
);

export const doors: Record<string, string> = {
  'scenes/donate': donate,
  'scenes/faq': faq,
  'scenes/legal': legal,
  'scenes/placeholder': placeholder,
};

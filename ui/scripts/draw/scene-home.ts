/** The first picture of the site: three teachers at one long desk, each in a doorway of their own. */
import { apple, books, hangingBell, mug, openBook, pencilPot, steam } from './desk-things';
import { doorway, floorOf, groundOf, wall } from './doorways';
import { line, palette } from './palette';
import { standing } from './people';
import { path, picture, rect } from './shapes';

const WIDTH = 640;
const HEIGHT = 520;
const DESK = 416;
const ground = groundOf(HEIGHT);

const desk = [
  rect(0, DESK + 16, WIDTH, ground - DESK - 16, { fill: palette.ink }),
  ...[34, 232, 430].map((x) =>
    rect(x, DESK + 34, 176, 34, { stroke: palette.sandDeep, width: 2, opacity: 0.45 }, 3),
  ),
  rect(0, DESK, WIDTH, 16, { fill: palette.sand }),
  path(`M0 ${DESK + 16}H${WIDTH}`, { stroke: palette.sandDeep, width: 3 }),
];

export const home = picture(
  WIDTH,
  HEIGHT,
  wall(0, 262, WIDTH, DESK),
  doorway({ x: 22, top: 106, width: 180, floor: DESK, tint: 'mint', light: 'fan' }),
  doorway({ x: 222, top: 14, width: 196, floor: DESK, tint: 'honey' }),
  doorway({ x: 438, top: 146, width: 180, floor: DESK, tint: 'blush', light: 'fan' }),
  path('M320 14V82', { stroke: line, width: 5 }),
  hangingBell(320, 68, 1.15),
  standing('william-hayes', 112, 196, DESK),
  standing('angela-brooks', 320, 208, DESK),
  standing('leila-haddad', 528, 196, DESK),
  ...desk,
  books(214, DESK, [palette.evergreen, palette.gold, palette.clay]),
  apple(214, DESK - 45),
  openBook(322, DESK + 8),
  mug(424, DESK + 2, palette.clay),
  steam(424, DESK - 40),
  pencilPot(600, DESK + 2),
  floorOf(WIDTH, HEIGHT),
);

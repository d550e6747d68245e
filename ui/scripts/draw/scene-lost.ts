/** The scene of a page that is not there: a closed door, a signpost that points both ways, a map dropped before it. */
import { doorway, floorOf, groundOf, wall } from './doorways';
import { line, palette } from './palette';
import { at, circle, path, picture, rect } from './shapes';

const [WIDTH, HEIGHT] = [480, 360];
const G = groundOf(HEIGHT);
const ink = (width = 3) => ({ stroke: line, width });
const solid = (fill: string, width = 3) => ({ fill, ...ink(width) });

/** A shut door with its knocker, the middle of its lower edge on (x, y). */
const closedDoor = (x: number, y: number) =>
  at(
    x,
    y,
    rect(-64, -226, 128, 226, solid(palette.evergreen)),
    path('M-48 -208H-8V-112H-48zM8 -208H48V-112H8zM-48 -92H-8V-34H-48zM8 -92H48V-34H8z', {
      stroke: palette.mint,
      width: 2,
      opacity: 0.7,
    }),
    rect(-62, -18, 124, 16, solid(palette.gold, 2.5), 2),
    circle(50, -101, 6, solid(palette.gold, 2.5)),
    circle(0, -158, 11, { stroke: line, width: 9 }),
    circle(0, -158, 11, { stroke: palette.gold, width: 4 }),
    circle(0, -170, 5, solid(palette.gold, 2.5)),
  );

/** Two boards on a post, one for each direction, with strokes where the names would stand. */
const signpost = (x: number, y: number) =>
  at(
    x,
    y,
    path('M0 0V-236', { stroke: line, width: 13 }),
    path('M0 0V-236', { stroke: palette.sandDeep, width: 7 }),
    circle(0, -242, 8, solid(palette.gold)),
    path('M-46 -216H34V-180H-46L-66 -198z', solid(palette.gold)),
    path('M-44 -198H18', { stroke: line, width: 3.5 }),
    path('M-34 -164H48L68 -146L48 -128H-34z', solid(palette.clay)),
    path('M-18 -146H46', { stroke: palette.sand, width: 3.5 }),
  );

/** A map that somebody let fall, half open on its folds: a way in dashes, a cross at its end. */
const droppedMap = (x: number, y: number) =>
  at(
    x,
    y,
    path('M-66 -62L-22 -50L22 -62L66 -50V10L22 -2L-22 10L-66 -2z', solid(palette.paper)),
    path('M-22 -50L22 -62V-2L-22 10z', { fill: palette.mint, ...ink(2.5) }),
    path('M-54 -16l7 -5M-39 -27l8 -4M-14 -31l9 2M4 -26l9 1M28 -30l7 -6', {
      stroke: palette.clay,
      width: 4,
    }),
    path('M42 -44l12 13M55 -43l-13 10', { stroke: palette.clay, width: 4.5 }),
    path('M-56 -44l20 5M-56 -36l12 3M-12 -8l24 -7M34 -10l18 5', {
      stroke: palette.muted,
      width: 2.5,
      opacity: 0.55,
    }),
  );

const notFound = picture(
  WIDTH,
  HEIGHT,
  wall(0, 190, WIDTH, G),
  doorway({ x: 160, top: 18, width: 168, floor: G, tint: 'honey', light: 'fan' }),
  closedDoor(244, G),
  signpost(84, G),
  doorway({ x: 362, top: 128, width: 100, floor: G, tint: 'blush', light: 'fan' }),
  droppedMap(404, G - 11),
  floorOf(WIDTH, HEIGHT),
);

export const lost: Record<string, string> = { 'scenes/not-found': notFound };

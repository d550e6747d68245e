/** The portraits, and the people of the scenes: anybody of the cast in a square, or standing on a floor. */
import { cast, everybody, type FigureName, type PersonName } from './cast';
import { drawPeep } from './peep';
import { at, group, picture } from './shapes';
import { small } from './small';

/** Width of the drawing that fills the square, and where it begins. */
const FRAME = { left: -34, top: 44, size: 770 };

/** Whole numbers do in the large space of the figures. */
const figureOf = (name: FigureName) =>
  small(picture(704, 840, drawPeep(everybody[name])), 0).replace(/^<svg[^>]*>|<\/svg>$/g, '');

/** The person in a square of `size`, standing on its lower edge. */
const bust = (name: FigureName, size: number): string => {
  const scale = size / FRAME.size;
  return group(
    `matrix(${scale} 0 0 ${scale} ${-FRAME.left * scale} ${-FRAME.top * scale})`,
    figureOf(name),
  );
};

/** The person standing at `x`, seen down to the height `floor`. */
export const standing = (name: FigureName, x: number, size: number, floor: number) =>
  at(x - size / 2, floor - size, bust(name, size));

export const people: Record<string, string> = Object.fromEntries(
  (Object.keys(cast) as PersonName[]).map((name) => [
    `people/${name}`,
    picture(400, 400, bust(name, 400)),
  ]),
);

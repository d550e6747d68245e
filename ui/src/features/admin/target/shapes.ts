/** The states of each part of the picture's first two lines. */
const STATES = [
  'AL AK AK AK AK AK AK AK AK AK IN KS ME MA MN NJ ND OK PA SD WY CT MO WV IL NM AR DE HI HI HI HI HI IA KY MD MS MT NH OR TN UT WI NE SC ID NV VT LA RI',
  'AZ CO FL FL GA NC TX CA MI MI MI NY OH VA VA WA WA WA',
];

/** Too small for the picture. */
const DISTRICT_OF_COLUMBIA = 'M803 264a4 4 0 1 0 8 0a4 4 0 1 0-8 0z';

/** The outline of each state in a picture whose lines have the parts of several. */
export function shapesIn(picture: string): ReadonlyMap<string, string> {
  const shapes = new Map<string, string>();
  const lines = [...picture.matchAll(/ d="([^"]+)z"/g)].map(([, line = '']) => line.split('z'));
  for (const [index, states] of STATES.entries()) {
    let [x, y] = [0, 0];
    for (const [part, code] of states.split(' ').entries()) {
      const [, move, right, down, rest] =
        /^(m)(-?\d*\.?\d+) ?(-?\d*\.?\d+)(.*)$/is.exec(lines[index]?.[part] ?? '') ?? [];
      // Unless it is absolute, a part begins where the last one began.
      if (move === 'M') [x, y] = [0, 0];
      [x, y] = [x + Number(right), y + Number(down)];
      // Further numbers continue the line, with M absolutely.
      shapes.set(code, `${shapes.get(code) ?? ''}M0 0${move}${x} ${y} ${rest}z`);
    }
  }
  return shapes.set('DC', DISTRICT_OF_COLUMBIA);
}

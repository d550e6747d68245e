/** What stands in the arch beside each way to give. No ground and no floor: the page draws both. */
import { apple, books, deskBell, mug, openBook, steam } from './desk-things';
import { line, palette, white } from './palette';
import { standing } from './people';
import { group, path, picture, rect } from './shapes';
import { heart, suitcase, ticket } from './scene-doors';

const [WIDTH, HEIGHT] = [320, 240];
const gift = (...parts: string[]) => picture(WIDTH, HEIGHT, ...parts);
const ink = (width = 3) => ({ stroke: line, width });
const solid = (fill: string, width = 3) => ({ fill, ...ink(width) });

const oneTime = gift(
  group('translate(186 240) scale(1.45)', suitcase(0, 0)),
  ticket(84, 196, -10),
  heart(186, 56, palette.clay, 0.9),
);

/** Weeks of a month, every day of one weekday marked with the same small sum of colour. */
const days = [0, 1, 2, 3].flatMap((week) =>
  [0, 1, 2, 3, 4].map((day) =>
    rect(
      72 + day * 28,
      118 + week * 27,
      18,
      16,
      { fill: day === 2 ? palette.gold : palette.sandDeep },
      3,
    ),
  ),
);

const monthly = gift(
  rect(54, 60, 172, 180, solid(white), 8),
  path('M54 100V68a8 8 0 0 1 8 -8H218a8 8 0 0 1 8 8v32z', solid(palette.clay)),
  path('M92 48v24M188 48v24', ink(7)),
  ...days,
  heart(137, 208, palette.clay, 0.55),
  mug(266, 240, palette.evergreen, 1.1),
  steam(266, 190),
);

const teacher = gift(standing('leila-haddad', 150, 210, HEIGHT), suitcase(256, HEIGHT));

const forum = gift(
  path('M52 166L38 240M268 166L282 240M112 166v74M208 166v74', ink(7)),
  rect(16, 150, 288, 18, solid(palette.clay), 4),
  openBook(88, 150, 0.8),
  mug(145, 150, palette.evergreen, 0.9),
  steam(145, 108),
  apple(195, 150, 0.8),
  books(250, 150, [palette.evergreen, palette.gold, palette.mint], 70),
  deskBell(250, 105, 0.7),
);

export const gifts: Record<string, string> = {
  'gifts/one-time': oneTime,
  'gifts/monthly': monthly,
  'gifts/teacher': teacher,
  'gifts/forum': forum,
};

/** The four collections of the store, each one sign on a ground of its own. */
import { hangingBell } from './desk-things';
import { doorway } from './doorways';
import { line, palette, white } from './palette';
import { circle, group, path, picture, rect } from './shapes';

const ink = (width = 4.5) => ({ stroke: line, width });
const solid = (fill: string, width = 4.5) => ({ fill, ...ink(width) });
const collection = (ground: string, ...parts: string[]) =>
  picture(400, 300, rect(0, 0, 400, 300, { fill: ground }), ...parts);

const chalk = (width = 5) => ({ stroke: white, width, opacity: 0.9 });

const chalkboard = collection(
  palette.sand,
  rect(40, 36, 320, 212, solid(palette.sandDeep), 6),
  rect(56, 52, 288, 180, solid('#3d4754'), 3),
  rect(28, 248, 344, 14, solid(palette.sandDeep), 3),
  path('M92 196V132a34 34 0 0 1 68 0v64M110 196v-62a16 16 0 0 1 32 0v62M78 196h96', chalk()),
  path('M206 96h104M206 96m0 22h70', chalk(4)),
  path(
    'M214 188C204 150 232 146 240 158C248 146 276 150 266 188C260 206 248 202 240 198C232 202 220 206 214 188zM240 158c0 -10 4 -16 10 -20',
    { stroke: palette.honey, width: 5 },
  ),
  path('M288 196h26M288 180h38M288 164h26', chalk(4)),
  rect(236, 238, 52, 10, solid(white, 3.5), 4),
  rect(96, 234, 62, 14, solid(palette.clay, 3.5), 3),
);

const doorwayCollection = collection(
  palette.ink,
  doorway({ x: 52, top: 104, width: 88, floor: 250, tint: 'mint', light: 'fan' }),
  doorway({ x: 150, top: 42, width: 100, floor: 250, tint: 'honey' }),
  doorway({ x: 260, top: 104, width: 88, floor: 250, tint: 'blush', light: 'fan' }),
  rect(0, 250, 400, 8, { fill: palette.sandDeep }),
);

const redPen = collection(
  palette.blush,
  group(
    'rotate(-4 200 160)',
    rect(66, 34, 240, 290, solid(white), 4),
    path('M90 76h192M90 108h192M90 140h192M90 172h192M90 204h192M90 236h192', {
      stroke: palette.ink,
      width: 3.5,
      opacity: 0.28,
    }),
    path('M106 34V330', { stroke: palette.clay, width: 3, opacity: 0.45 }),
    path('M124 70h86M124 102h64M124 166h100M124 198h70', { stroke: palette.ink, width: 6 }),
    path('M196 128C180 110 130 108 122 134S180 158 200 146S206 118 176 118', {
      stroke: palette.clay,
      width: 5,
    }),
    path('M214 228l20 22 44 -64', { stroke: palette.clay, width: 9 }),
  ),
  group(
    'translate(318 170) rotate(38)',
    path('M-15 -128H15V62H-15z', solid(palette.clay)),
    path('M-15 62H15L4 104H-4z', solid(palette.sand)),
    path('M-4 104H4L0 118z', solid(line, 3)),
    path('M-15 -104H15M-15 34H15', ink(4)),
    path('M-6 -92V20', { stroke: white, width: 4, opacity: 0.5 }),
  ),
);

const firstBell = collection(
  palette.honey,
  ...[52, 82, 112, 142, 172, 202].map((r) =>
    circle(200, 154, r, { stroke: white, width: 6, opacity: 0.6 }),
  ),
  path('M200 0V64', { stroke: line, width: 10.8 }),
  hangingBell(200, 44, 2.7),
);

export const collections: Record<string, string> = {
  'collections/chalkboard': chalkboard,
  'collections/doorway': doorwayCollection,
  'collections/red-pen': redPen,
  'collections/first-bell': firstBell,
};

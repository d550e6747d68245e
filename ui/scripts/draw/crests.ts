/** Crests of the partner universities: one shield, four landscapes. */
import { line, palette, white } from './palette';
import { circle, clipped, path, picture, rect } from './shapes';

const SHIELD = 'M34 26H206V128C206 178 160 206 120 222C80 206 34 178 34 128z';

const crest = (sky: string, edge: string, ...parts: string[]) =>
  picture(
    240,
    240,
    path(SHIELD, { fill: edge, stroke: edge, width: 16 }),
    clipped('s', path(SHIELD, { fill: white }), rect(20, 14, 200, 220, { fill: sky }), ...parts),
    path(SHIELD, { stroke: palette.gold, width: 5 }),
    path('M26 18H214V130C214 184 164 214 120 231C76 214 26 184 26 130z', {
      stroke: line,
      width: 4,
    }),
  );

const rays = (x: number, y: number, colour: string, radii: readonly number[]) =>
  radii.map((r) => circle(x, y, r, { stroke: colour, width: 4, opacity: 0.6 })).join('');

const waves = (y: number, colour: string, fill: string) =>
  path(`M20 ${y}q12 -12 25 0t25 0t25 0t25 0t25 0t25 0t25 0t25 0V240H20z`, {
    fill,
    stroke: colour,
    width: 4,
  });

const bayhead = crest(
  palette.honey,
  palette.ink,
  rays(120, 112, white, [50, 66, 82, 98]),
  circle(120, 112, 34, { fill: palette.clay }),
  path('M20 122C48 92 66 100 84 122zM220 122C192 88 172 98 152 122z', { fill: palette.evergreen }),
  waves(124, white, palette.ink),
  waves(150, white, palette.ink),
  waves(178, white, palette.ink),
);

const cedarValley = crest(
  palette.mint,
  palette.evergreen,
  circle(168, 66, 18, { fill: palette.gold }),
  path('M20 150L76 92L124 150L172 100L224 150V240H20z', { fill: '#8fb3a0' }),
  path('M20 170C70 148 96 178 120 184S176 150 220 166V240H20z', { fill: palette.honey }),
  path('M120 44L146 84H134L158 118H144L172 156H68L96 118H82L106 84H94z', {
    fill: palette.evergreen,
    stroke: line,
    width: 4,
  }),
  path('M113 156h14v34h-14z', { fill: palette.clay, stroke: line, width: 4 }),
);

const sonoranValley = crest(
  palette.blush,
  palette.clay,
  circle(120, 96, 46, { fill: palette.gold }),
  rays(120, 96, white, [60, 76, 92]),
  path('M20 150L64 112L92 132L124 116L220 160V240H20z', { fill: palette.clay }),
  path('M20 172C80 158 150 158 220 176V240H20z', { fill: palette.sandDeep }),
  path('M120 196V70M120 146H92V112M120 128H150V92', { stroke: line, width: 25 }),
  path('M120 196V70M120 146H92V112M120 128H150V92', { stroke: palette.evergreen, width: 17 }),
  path('M120 186V76', { stroke: palette.mint, width: 2.5, opacity: 0.8 }),
);

const tidewater = crest(
  palette.ink,
  palette.evergreen,
  circle(140, 72, 30, { fill: palette.sand }),
  circle(128, 66, 27, { fill: palette.ink }),
  ...[
    [62, 56],
    [86, 86],
    [182, 100],
    [70, 112],
  ].map(([x = 0, y = 0]) => circle(x, y, 3, { fill: palette.honey })),
  path(
    'M20 150C52 150 60 104 98 104C126 104 134 130 118 138C128 116 92 118 96 142C100 160 150 154 220 134V240H20z',
    { fill: palette.mint, stroke: white, width: 4 },
  ),
  path('M20 176C70 156 100 196 140 178S196 166 220 172V240H20z', {
    fill: '#7fa7a0',
    stroke: white,
    width: 4,
  }),
  path('M60 204C90 190 140 214 190 196', { stroke: white, width: 4 }),
);

export const crests: Record<string, string> = {
  'crests/bayhead': bayhead,
  'crests/cedar-valley': cedarValley,
  'crests/sonoran-valley': sonoranValley,
  'crests/tidewater': tidewater,
};

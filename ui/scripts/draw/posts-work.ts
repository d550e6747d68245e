/** Pictures of the posts: questions, briefs and the work on them. */
import { line, palette, white } from './palette';
import { post, solid } from './posts';
import { arch, at, circle, group, path, rect } from './shapes';

const ink = (width = 4) => ({ stroke: line, width });

const microphone = (x: number, y: number, turn: number) =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    path('M0 0V-52', ink(5)),
    rect(-9, -84, 18, 36, solid(palette.muted, 3.5), 9),
    path('M-9 -68H9', ink(3)),
  );

const committee = post(
  palette.clay,
  ...[70, 100, 130, 160, 190].map((r) =>
    circle(240, 128, r, { stroke: palette.honey, width: 4, opacity: 0.3 }),
  ),
  group(
    'rotate(3 240 110)',
    rect(164, 22, 152, 190, solid(palette.paper), 3),
    path('M186 52h70M186 76h108M186 100h108M186 148h108M186 172h70', {
      stroke: palette.muted,
      width: 6,
      opacity: 0.7,
    }),
    path('M182 124h104', { stroke: palette.muted, width: 6, opacity: 0.7 }),
    path('M178 130L292 118', { stroke: palette.clay, width: 5 }),
    path('M204 112l8 -10 8 10', { stroke: palette.clay, width: 4 }),
  ),
  path('M0 270V216C80 196 400 196 480 216V270z', solid(palette.ink)),
  path('M0 232C80 212 400 212 480 232', { stroke: palette.sandDeep, width: 5 }),
  microphone(76, 212, 18),
  microphone(134, 206, 14),
  group(
    'translate(386 190) rotate(-28)',
    rect(-40, -20, 80, 40, solid(palette.gold), 6),
    path('M-24 -20V20M24 -20V20', ink(3.5)),
    path('M0 20V86', { stroke: line, width: 15 }),
    path('M0 20V86', { stroke: palette.honey, width: 7 }),
  ),
);

const question = post(
  palette.honey,
  ...[40, 66, 92, 118].map((r) => circle(376, 116, r, { stroke: white, width: 5, opacity: 0.6 })),
  path(
    'M30 216H196C240 216 236 152 196 152H92C52 152 50 92 92 92H236C292 92 300 40 360 40C436 40 440 128 390 140C372 146 374 160 374 176',
    { stroke: line, width: 30 },
  ),
  path(
    'M30 216H196C240 216 236 152 196 152H92C52 152 50 92 92 92H236C292 92 300 40 360 40C436 40 440 128 390 140C372 146 374 160 374 176',
    { stroke: palette.clay, width: 21 },
  ),
  circle(374, 220, 18, solid(palette.clay)),
  path('M44 216H190M96 152h96M100 92H230', { stroke: palette.paper, width: 3, opacity: 0.6 }),
  at(
    286,
    206,
    circle(0, 0, 36, solid(palette.paper)),
    path('M0 -22V0L14 10M0 -33v5M33 0h-5M0 33v-5M-33 0h5', ink(4)),
  ),
);

const oneDesk = (x: number, y: number, colour: string, lamp: string) =>
  at(
    x,
    y,
    path('M-40 -40L-46 0M40 -40L46 0', { stroke: line, width: 5 }),
    rect(-54, -50, 108, 12, solid(palette.sandDeep, 3), 2),
    group(
      'rotate(-4)',
      rect(-26, -96, 36, 46, solid(colour, 3), 2),
      arch(-18, -88, 20, -64, { fill: palette.paper }),
    ),
    path('M34 -50V-76L22 -88', ink(3.5)),
    path('M10 -78L24 -96L36 -86z', solid(lamp, 3)),
  );

const sixDesks = post(
  palette.mint,
  rect(0, 132, 480, 7, { fill: palette.sandDeep }),
  rect(0, 252, 480, 18, { fill: palette.evergreen }),
  oneDesk(86, 132, palette.clay, palette.gold),
  oneDesk(240, 132, palette.evergreen, palette.clay),
  oneDesk(394, 132, palette.ink, palette.gold),
  oneDesk(86, 252, palette.gold, palette.ink),
  oneDesk(240, 252, palette.ink, palette.gold),
  oneDesk(394, 252, palette.clay, palette.ink),
);

const arrow = (x: number) =>
  path(`M${x} 150h34m-12 -12l12 12 -12 12`, { stroke: palette.gold, width: 6 });

const brief = post(
  palette.ink,
  arch(24, 48, 118, 232, { fill: palette.mint }),
  arch(181, 48, 118, 232, { fill: palette.blush }),
  arch(338, 48, 118, 232, { fill: palette.honey }),
  path(
    'M50 116h58a9 9 0 0 1 9 9v32a9 9 0 0 1 -9 9H78l-18 18 2 -18H50a9 9 0 0 1 -9 -9v-32a9 9 0 0 1 9 -9z',
    solid(white),
  ),
  path('M54 134h48M54 148h30', ink(4)),
  path('M50 204h60M50 217h38', { stroke: palette.evergreen, width: 5 }),
  rect(206, 112, 66, 92, solid(white), 3),
  path('M218 130h42M218 144h42M218 158h24', { stroke: palette.muted, width: 4, opacity: 0.8 }),
  group(
    'translate(262 174) rotate(36)',
    path('M-7 -62H7V16L0 34L-7 16z', solid(palette.gold, 3.5)),
    path('M-7 -46H7M-7 16H7', ink(3)),
  ),
  at(
    397,
    204,
    rect(-38, -94, 76, 94, solid(palette.clay), 4),
    arch(-18, -76, 36, -26, { fill: palette.honey }),
    arch(-9, -58, 18, -26, { fill: palette.clay }),
    path('M-22 -12h44', { stroke: palette.paper, width: 4 }),
  ),
  arrow(144),
  arrow(301),
  rect(0, 232, 480, 7, { fill: palette.sandDeep }),
);

export const workPosts: Record<string, string> = {
  'posts/what-changed-in-committee': committee,
  'posts/the-question-that-ran-long': question,
  'posts/six-briefs-six-desks': sixDesks,
  'posts/how-a-policy-brief-is-made': brief,
};

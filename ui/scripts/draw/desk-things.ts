/** What lies and stands on desks. Each stands on the point (x, y), drawn with the line the people have. */
import { line, palette, white } from './palette';
import { at, circle, group, n, path, rect } from './shapes';

const ink = (width = 3) => ({ stroke: line, width });
const solid = (fill: string, width = 3) => ({ fill, ...ink(width) });

/** Books lying on each other, the lowest first. */
export function books(x: number, y: number, colours: readonly string[], width = 84): string {
  const height = 15;
  return at(
    x,
    y,
    ...colours.map((colour, i) => {
      const shift = [0, 5, -6, 3, -2][i % 5] ?? 0;
      const w = width - (i % 3) * 7;
      const top = -height * (i + 1);
      return (
        rect(shift - w / 2, top, w, height, solid(colour), 3) +
        path(
          `M${n(shift + w / 2 - 6)} ${top + 4.5}h-${n(w * 0.62)}M${n(shift + w / 2 - 6)} ${top + 10}h-${n(w * 0.62)}`,
          {
            stroke: white,
            width: 1.6,
            opacity: 0.55,
          },
        )
      );
    }),
  );
}

/** Books standing side by side, the last one leaning. */
export function shelfRow(x: number, y: number, colours: readonly string[], height = 60): string {
  return at(
    x,
    y,
    ...colours.map((colour, i) => {
      const h = height - ((i * 7) % 16);
      const book =
        rect(i * 17, -h, 17, h, solid(colour, 2.5), 2) +
        path(`M${i * 17 + 5} ${-h + 10}h7M${i * 17 + 5} ${-h + 15}h7`, {
          stroke: white,
          width: 1.6,
          opacity: 0.6,
        });
      return i === colours.length - 1
        ? group(`rotate(9 ${i * 17 + 17} 0) translate(7 0)`, book)
        : book;
    }),
  );
}

export const mug = (x: number, y: number, colour: string, scale = 1) =>
  group(
    `translate(${n(x)} ${n(y)}) scale(${scale})`,
    path('M15 -29h8a8 8 0 0 1 0 19h-9', { stroke: line, width: 8 }),
    path('M15 -29h8a8 8 0 0 1 0 19h-9', { stroke: colour, width: 3 }),
    path('M-17 -37H17L15 -4a5 5 0 0 1 -5 4H-10a5 5 0 0 1 -5 -4z', solid(colour)),
    path('M-6 -10v-9a6 6 0 0 1 12 0v9z', { fill: white }),
  );

/** The breath of something hot. */
export const steam = (x: number, y: number) =>
  at(
    x,
    y,
    path('M-6 0c-6 -8 5 -12 0 -21M6 0c-6 -8 5 -12 0 -21', {
      stroke: palette.muted,
      width: 2.5,
      opacity: 0.7,
    }),
  );

export const apple = (x: number, y: number, scale = 1) =>
  group(
    `translate(${n(x)} ${n(y)}) scale(${scale})`,
    path(
      'M0 -27C-9 -34 -21 -28 -20 -15C-19 -5 -11 1 -5 0C-2 -1 2 -1 5 0C11 1 19 -5 20 -15C21 -28 9 -34 0 -27z',
      solid(palette.clay),
    ),
    path('M0 -27C0 -33 2 -36 5 -39', ink()),
    path('M3 -34C6 -42 14 -44 20 -42C18 -34 11 -31 3 -34z', solid(palette.evergreen, 2.5)),
    path('M-14 -17c0 -4 2 -6 5 -7', { stroke: white, width: 2.5, opacity: 0.7 }),
  );

/** A bell that hangs from (x, y). */
export const hangingBell = (x: number, y: number, scale = 1) =>
  group(
    `translate(${n(x)} ${n(y)}) scale(${scale})`,
    path('M0 0v14', ink(4)),
    circle(0, 66, 7, solid(palette.clayDeep)),
    path(
      'M0 12C-18 12 -20 28 -22 42C-23 50 -28 55 -33 60H33C28 55 23 50 22 42C20 28 18 12 0 12z',
      solid(palette.gold),
    ),
    path('M-26 52h52', ink(2.5)),
    path('M-11 24c-3 4 -4 10 -4 17', { stroke: white, width: 3, opacity: 0.7 }),
  );

/** A bell to ring by hand on a desk. */
export const deskBell = (x: number, y: number, scale = 1) =>
  group(
    `translate(${n(x)} ${n(y)}) scale(${scale})`,
    path('M-4 -34h8v-10h-8z', solid(palette.clayDeep)),
    path('M-24 -8C-24 -24 -14 -34 0 -34S24 -24 24 -8z', solid(palette.gold)),
    rect(-30, -8, 60, 8, solid(palette.ink), 3),
  );

/** An open book seen from its reader's side. */
export const openBook = (x: number, y: number, scale = 1) =>
  group(
    `translate(${n(x)} ${n(y)}) scale(${scale})`,
    path(
      'M-52 -6L-44 -28C-28 -34 -12 -32 0 -24C12 -32 28 -34 44 -28L52 -6C34 -12 14 -10 0 0C-14 -10 -34 -12 -52 -6z',
      solid(white),
    ),
    path(
      'M0 -24V-1M-38 -22c10 -3 20 -2 29 3M-41 -15c11 -3 22 -2 32 3M38 -22c-10 -3 -20 -2 -29 3M41 -15c-11 -3 -22 -2 -32 3',
      ink(2),
    ),
  );

export const pencilPot = (x: number, y: number, colour: string = palette.evergreen) =>
  at(
    x,
    y,
    path('M-8 -30L-13 -58L-7 -64L-3 -58L0 -30z', solid(palette.gold, 2.5)),
    path('M0 -30L2 -62L8 -68L12 -61L8 -30z', solid(palette.clay, 2.5)),
    path('M7 -30L17 -52L22 -50L14 -30z', solid(white, 2.5)),
    path('M-16 -36H16L13 0H-13z', solid(colour)),
    path('M-14 -25h28', { stroke: white, width: 2, opacity: 0.6 }),
  );

export const plant = (x: number, y: number, scale = 1) =>
  group(
    `translate(${n(x)} ${n(y)}) scale(${scale})`,
    path('M0 -34C-4 -60 -22 -70 -36 -70C-36 -52 -22 -38 0 -34z', solid(palette.evergreen)),
    path('M0 -34C2 -66 20 -80 38 -84C40 -62 26 -42 0 -34z', solid(palette.evergreen)),
    path('M0 -36C-10 -64 -4 -84 4 -96C16 -80 14 -56 0 -36z', solid('#2f6b52')),
    path('M-22 -38H22L17 0H-17z', solid(palette.clay)),
    path('M-24 -40H24V-30H-24z', solid(palette.clay)),
  );

/** The colours of every picture: the site's own, and beside them what only drawings need (line, skin, hair). */
import { colour } from '../colours.ts';

export const palette = {
  ink: colour('ink'),
  inkDeep: colour('ink-deep'),
  paper: colour('paper'),
  muted: colour('muted'),
  clay: colour('clay'),
  clayDeep: colour('clay-deep'),
  evergreen: colour('evergreen'),
  gold: colour('gold'),
  sand: colour('sand'),
  sandDeep: colour('sand-deep'),
  mint: colour('mint'),
  honey: colour('honey'),
  blush: colour('blush'),
} as const;

export const white = '#ffffff';

/** The line people and things are drawn with: the ink of the page, a little deeper, never black. */
export const line = '#14202e';

export const skin = {
  porcelain: '#fbdcc4',
  rose: '#f4c7a5',
  sandstone: '#edbb8c',
  honey: '#d9a06f',
  copper: '#bf8150',
  chestnut: '#945c3c',
  umber: '#7d5040',
} as const;

export const hair = {
  black: '#1b1a20',
  soot: '#34313a',
  espresso: '#3a251d',
  brown: '#5d3824',
  auburn: '#a4532a',
  blond: '#e3bd74',
  slate: '#59606b',
  silver: '#d9dbdd',
  white: '#f1efe9',
} as const;

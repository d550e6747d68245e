/** The colours of every picture: the site's own, and beside them what only drawings need (line, skin, hair). */
export const palette = {
  ink: '#16324f',
  inkDeep: '#0e2238',
  paper: '#fbf8f2',
  muted: '#4a5568',
  clay: '#9a3f1b',
  clayDeep: '#7c3014',
  evergreen: '#1f4d3a',
  gold: '#e0a526',
  sand: '#f2e7d0',
  sandDeep: '#e3d3b1',
  mint: '#cfe0d6',
  honey: '#f0c96a',
  blush: '#f2d3c5',
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

/**
 * One person: head, face, beard and glasses of Open Peeps (Pablo Stanley, CC0, by way of DiceBear), chosen by hand
 * part by part, on a torso of our own. The black of the original is replaced by the site's line and a hair colour.
 */
import { create } from '@dicebear/open-peeps';
import { type Clothes, torsoOf } from './clothes';
import { hair, line } from './palette';
import { group } from './shapes';

export interface Peep {
  head: string;
  face: string;
  skin: string;
  hair?: string;
  /** Second colour of some heads: a band, a ribbon, grey hair. */
  contrast?: string;
  beard?: string;
  beardColour?: string;
  glasses?: string;
  /** Where the line of everything else would be lost on dark hair. */
  glassesColour?: string;
  clothes: Clothes;
  /** Looks to the left instead of the right. */
  mirrored?: boolean;
  /** Moves the whole person down (or up), in units of the head's space, so that a high hairdo fits. */
  drop?: number;
}

/** Where the groups of the style's drawing begin; the first holds its body, which is not used. */
const HEAD = '<g transform="matrix(.99789 0 0 1 156 62)">';
const FACE = '<g transform="translate(315 248)">';
const BEARD = '<g transform="translate(279 400)">';
const MASK = '<g transform="translate(179 343)">';
const GLASSES = '<g transform="translate(203 303)">';

/** Picks what was asked for: each list of options below has one entry. */
const chosen = {
  seed: '',
  next: () => 0,
  bool: (likelihood = 50) => likelihood === 100,
  integer: (min: number) => min,
  pick: <T>(list: T[], fallback?: T) => list[0] ?? fallback,
  shuffle: <T>(list: T[]) => list,
  string: () => '',
};

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`Open Peeps draws no ${start} any more`);
  return text.slice(from, to);
}

/** A stray dot beside the head `medium3` of the original. */
const SPECK = /M561\.2 408h[^M]*?Z/;

const recolour = (text: string, black: string) => text.replaceAll('#000', black);

/** With hair of another colour than black the original's outline is of that colour too. */
const isColoured = (colour: string | undefined) =>
  colour !== undefined && colour !== hair.black && colour !== hair.soot;

/** What lies below a head so that the line of everything else surrounds it. */
const outlined = (head: string) =>
  `<g stroke="${line}" stroke-width="13" stroke-linejoin="round">${head}</g>`;

/** The person in the 704 by 704 space of the style, torso reaching down to 840. */
export function drawPeep(peep: Peep): string {
  const colour = (hex: string) => [hex.slice(1)];
  const { body } = create({
    prng: chosen,
    options: {
      head: [peep.head],
      face: [peep.face],
      facialHair: [peep.beard],
      facialHairProbability: peep.beard ? 100 : 0,
      accessories: [peep.glasses],
      accessoriesProbability: peep.glasses ? 100 : 0,
      maskProbability: 0,
      skinColor: colour(peep.skin),
      clothingColor: colour(peep.contrast ?? peep.clothes.colour),
      headContrastColor: colour(peep.contrast ?? peep.beardColour ?? hair.silver),
    } as Parameters<typeof create>[0]['options'],
  });
  const head = recolour(between(body, HEAD, FACE).replace(SPECK, ''), peep.hair ?? line);
  const figure = [
    torsoOf(peep.clothes, peep.skin, peep.drop ?? 0),
    isColoured(peep.hair) && outlined(head),
    head,
    recolour(between(body, FACE, BEARD), line),
    recolour(between(body, BEARD, MASK), peep.hair ?? line),
    recolour(body.slice(body.indexOf(GLASSES)), peep.glassesColour ?? line),
  ]
    .filter(Boolean)
    .join('');
  const turned = peep.mirrored ? group('matrix(-1 0 0 1 704 0)', figure) : figure;
  return peep.drop ? group(`translate(0 ${peep.drop})`, turned) : turned;
}

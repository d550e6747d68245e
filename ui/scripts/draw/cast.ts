/**
 * The cast: how each person of `src/content/people.ts` looks, and beside them those whom a scene shows and no page
 * names. Chosen by eye, one by one; no two look alike.
 */
import { hair, palette, skin, white } from './palette';
import type { Peep } from './peep';

export const cast = {
  'eleanor-whitfield': {
    head: 'grayBun',
    face: 'calm',
    skin: skin.rose,
    contrast: hair.silver,
    glasses: 'glasses2',
    clothes: { cut: 'blazer', colour: palette.ink, inner: palette.sand, pin: true },
  },
  'marcus-bell': {
    head: 'short1',
    face: 'smile',
    skin: skin.umber,
    hair: hair.black,
    beard: 'chin',
    glasses: 'glasses5',
    clothes: { cut: 'blazer', colour: palette.evergreen, inner: white, pin: true },
    mirrored: true,
  },
  'rosa-delgado': {
    head: 'long',
    face: 'smile',
    skin: skin.honey,
    hair: hair.espresso,
    clothes: { cut: 'cardigan', colour: palette.clay, inner: palette.sand },
  },
  'thomas-okafor': {
    head: 'flatTop',
    face: 'calm',
    skin: skin.umber,
    hair: hair.black,
    clothes: { cut: 'shirt', colour: palette.clay, inner: palette.clay, pin: true },
  },
  'hannah-lindqvist': {
    head: 'bangs',
    face: 'smile',
    skin: skin.porcelain,
    contrast: hair.blond,
    glasses: 'glasses',
    clothes: { cut: 'rollneck', colour: palette.ink },
    mirrored: true,
  },
  'james-whitehorse': {
    head: 'grayShort',
    face: 'smile',
    skin: skin.copper,
    contrast: hair.slate,
    clothes: { cut: 'blazer', colour: palette.clayDeep, inner: palette.sand, pin: true },
    mirrored: true,
  },
  'priya-raman': {
    head: 'medium3',
    face: 'calm',
    skin: skin.copper,
    hair: hair.black,
    clothes: { cut: 'vneck', colour: palette.evergreen, beads: palette.gold },
  },
  'maria-alvarez': {
    head: 'mediumBangs',
    face: 'smile',
    skin: skin.honey,
    hair: hair.espresso,
    clothes: { cut: 'cardigan', colour: palette.evergreen, inner: palette.honey },
  },
  'devon-carter': {
    head: 'twists',
    face: 'smile',
    skin: skin.chestnut,
    hair: hair.black,
    clothes: { cut: 'crew', colour: palette.clay },
    mirrored: true,
  },
  'grace-nakamura': {
    head: 'bangs2',
    face: 'smile',
    skin: skin.sandstone,
    hair: hair.black,
    clothes: { cut: 'shirt', colour: palette.ink, inner: white },
  },
  'luis-herrera': {
    head: 'pomp',
    face: 'smile',
    skin: skin.honey,
    hair: hair.black,
    clothes: { cut: 'shirt', colour: palette.clay, inner: palette.clay },
    mirrored: true,
  },
  'angela-brooks': {
    head: 'bun',
    face: 'calm',
    skin: skin.umber,
    hair: hair.black,
    contrast: palette.gold,
    clothes: { cut: 'crew', colour: palette.clay, beads: palette.gold },
    drop: 64,
  },
  'samuel-ortiz': {
    head: 'short5',
    face: 'smile',
    skin: skin.copper,
    hair: hair.espresso,
    clothes: { cut: 'crew', colour: palette.evergreen },
  },
  'katherine-novak': {
    head: 'grayMedium',
    face: 'smile',
    skin: skin.porcelain,
    contrast: hair.auburn,
    clothes: { cut: 'cardigan', colour: palette.ink, inner: palette.blush },
    mirrored: true,
  },
  'william-hayes': {
    head: 'grayShort',
    face: 'calm',
    skin: skin.rose,
    contrast: hair.white,
    beard: 'full4',
    beardColour: hair.white,
    glasses: 'glasses5',
    clothes: { cut: 'cardigan', colour: palette.ink, inner: white },
  },
  'leila-haddad': {
    head: 'hijab',
    face: 'smile',
    skin: skin.sandstone,
    hair: palette.evergreen,
    contrast: palette.honey,
    clothes: { cut: 'covered', colour: palette.gold },
    mirrored: true,
  },
  'joseph-begay': {
    head: 'short2',
    face: 'smile',
    skin: skin.copper,
    hair: hair.black,
    clothes: { cut: 'shirt', colour: palette.sandDeep, inner: palette.sandDeep, bolo: true },
    mirrored: true,
  },
  'denise-fairfax': {
    head: 'afro',
    face: 'smile',
    skin: skin.chestnut,
    hair: hair.black,
    glasses: 'glasses3',
    glassesColour: palette.honey,
    clothes: { cut: 'blazer', colour: palette.gold, inner: palette.paper },
  },
  'andrew-kim': {
    head: 'short4',
    face: 'smile',
    skin: skin.sandstone,
    contrast: hair.soot,
    glasses: 'glasses5',
    clothes: { cut: 'cardigan', colour: palette.muted, inner: white },
  },
} as const satisfies Record<string, Peep>;

/** They have no portrait, and nobody of the cast stands in for them. */
const unnamed = {
  receptionist: {
    head: 'mediumBangs2',
    face: 'smile',
    skin: skin.chestnut,
    hair: hair.black,
    contrast: hair.silver,
    clothes: { cut: 'cardigan', colour: palette.clay, inner: palette.paper },
    mirrored: true,
  },
} as const satisfies Record<string, Peep>;

export const everybody = { ...cast, ...unnamed };

export type PersonName = keyof typeof cast;
export type FigureName = keyof typeof everybody;

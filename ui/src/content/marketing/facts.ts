/**
 * The figures about the organisation: money, people and years. facts.test.ts finds figures on pages that this file
 * lacks. Figures marked as fixed must not change (docs/product.md, 1).
 */

/** Costs of a weekend for one teacher in US dollars. */
export const weekend = {
  trip: 225,
  stipend: 100,
  materials: 25,
  meals: 50,
  lodging: 100,
  nights: 2,
} as const;

export const sponsorship = {
  /** Fixed: travel, stipend, materials. */
  teacher: 350,
  /** Fixed: depending on location. */
  forum: { least: 7_000, most: 12_000 },
} as const;

export const forumSize = {
  teachers: 20,
  tables: 4,
  teachersAtTable: 5,
} as const;

/** Gatherings before the program started. The reports for these years are about them. */
export const pilots = { years: [2022, 2023], teachersAtFirst: 19 } as const;

export const firstYear = {
  year: 2024,
  forums: 8,
  teachers: 160,
  /** Teachers who answered the questionnaire on the last day. */
  answered: 153,
  feltHeard: 142,
  offeredStrategies: 133,
  /** Fixed. */
  states: 12,
  districts: 117,
  briefs: 6,
  universityPartners: 12,
} as const;

/** Small numbers in words. */
export const inWords = {
  2: 'two',
  4: 'four',
  5: 'five',
  6: 'six',
  8: 'eight',
  12: 'twelve',
  19: 'nineteen',
  20: 'twenty',
} as const;

/** Days until a stipend’s check is mailed, and until a privacy request is answered. */
export const promises = { stipendDays: 30, privacyAnswerDays: 30 } as const;

export const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;

/** Total cost of a weekend for one teacher. */
export const wholeWeekend =
  weekend.trip + weekend.stipend + weekend.materials + weekend.meals + weekend.lodging;

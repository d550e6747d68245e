/** Texts about what administrators think of an application, and about the rows of the review list. */
import { grouped } from './application';

const names = { yes: 'Yes', maybe: 'Maybe', no: 'No' } as const;

export const marks = {
  group: 'Your mark',
  names,
  keys: { yes: 'Y', maybe: 'M', no: 'N' },
  markOf: (mark: string, name: string) => `${mark} for ${name}’s application`,
  /** Announced after a letter key. */
  said: (mark: keyof typeof names | null, name: string) =>
    `${mark === null ? 'No mark' : names[mark]} for ${name}`,
  failed: (name: string, reason: string) => `We couldn’t save your mark for ${name}. ${reason}`,
  sum: (count: number, mark: 'yes' | 'maybe' | 'no') => `${grouped(count)} ${mark}`,
  divided: 'Divided',
} as const;

/** What rows show besides the specified facts, and how the rows are shown. */
export const rows = {
  place: (city: string, state: string) => `${city}, ${state}`,
  unread: 'Unread',
  notes: (count: number) => (count === 1 ? '1 note' : `${grouped(count)} notes`),
  compact: 'Compact rows',
  size: 'Rows per page',
  keys: 'Keys in the rows: J and K move; Y, M and N mark.',
} as const;

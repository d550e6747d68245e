/** Texts about what administrators think of an application, and about the rows of the review list. */
import { grouped } from './application';

export const marks = {
  group: 'Your mark',
  names: { yes: 'Yes', maybe: 'Maybe', no: 'No' },
  keys: { yes: 'Y', maybe: 'M', no: 'N' },
  markOf: (mark: string, name: string) => `${mark} for ${name}’s application`,
  /** Announced after a letter key. */
  said: (mark: string, name: string) => `${mark} for ${name}`,
  removed: (name: string) => `No mark for ${name}`,
  failed: (name: string, reason: string) => `We couldn’t save your mark for ${name}. ${reason}`,
  /** Before the marks of all administrators, for assistive technology. */
  team: 'Marks of all administrators:',
  sum: (count: number, mark: 'yes' | 'maybe' | 'no') => `${grouped(count)} ${mark}`,
  divided: 'Divided',
} as const;

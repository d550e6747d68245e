/** Texts about the selected applications: what a decision on them would do, their export and their list on paper. */
import { grouped } from './application';

const verbs = { approved: 'approve', rejected: 'reject' } as const;

export const announce = {
  /** What is selected, by status. */
  holds: (counts: readonly (readonly [status: string, count: number])[]) =>
    `(${counts.map(([status, count]) => `${grouped(count)} ${status.toLowerCase()}`).join(', ')})`,
  byState: 'By state',
  skipped: (count: number) => `${grouped(count)} will be skipped`,
  none: (decision: keyof typeof verbs) =>
    `All of them would be skipped, so there’s nothing to ${verbs[decision]}.`,
  email: 'Show the email',
  first: (count: number) => (count === 1 ? '' : `This is the first of ${grouped(count)} emails.`),
  failed: (reason: string) =>
    `We couldn’t load the email and check the latest numbers. ${reason} If you continue, applications decided in the meantime will be skipped.`,
  retry: 'Try again',
  /** On a phone, the last word is only for assistive technology. */
  export: ['Export', 'selected'],
  exportMost: (most: number) => `For more than ${grouped(most)}, use the export of the list.`,
  print: {
    action: ['Print', 'selected'],
    title: 'Selected applications',
    asOf: (day: string, count: number) =>
      `As of ${day}. ${count === 1 ? '1 application' : `${grouped(count)} applications`}`,
    columns: ['Name', 'Position', 'City and state', 'Status', 'Yes / Maybe / No', 'Experience'],
    marks: (yes: number, maybe: number, no: number) => `${yes} / ${maybe} / ${no}`,
    /** Nobody sees the marks of their own application. */
    own: '–',
    place: (city: string, state: string) => `${city}, ${state}`,
    cut: (excerpt: string) => `${excerpt}…`,
  },
} as const;

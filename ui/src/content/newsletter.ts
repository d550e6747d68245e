/** What both newsletter forms have in common. */
import { mailboxes } from './mailboxes';

export const newsletter = {
  starred: 'Fields marked with a star are required.',
  /** Read out after a submission: it says what is to be seen, and no more. */
  cleared: 'The form has been cleared.',
  withoutScript: `This form needs JavaScript. Without it, please write to ${mailboxes.general}.`,
} as const;

/** What both newsletter forms have in common. */
import { mailboxes } from './mailboxes';

export const newsletter = {
  starred: 'Required fields are marked with an asterisk (*).',
  /** Stands below both forms as long as nothing is sent. */
  notConnected: `Sign-up is not connected yet: what you type here reaches no one. To hear from us, write to ${mailboxes.general}.`,
  /** Read out after a submission: it says what is to be seen, and no more. */
  cleared: 'The form has been cleared.',
  withoutScript: `This form needs JavaScript. Without it, please write to ${mailboxes.general}.`,
} as const;

/** Texts of both newsletter forms. */
import { mailboxes } from '../site/organisation';

export const newsletter = {
  starred: 'Required fields are marked with an asterisk (*).',
  /** Shown as long as the forms send nothing. */
  notConnected: `Sign-up is not connected yet: what you type here reaches no one. To hear from us, write to ${mailboxes.general}.`,
  /** For screen readers after a submission. */
  cleared: 'The form was cleared.',
  withoutScript: `This form needs JavaScript. Without it, please write to ${mailboxes.general}.`,
  /** The server stores this sentence (crates/domain/src/newsletter.rs). */
  consent:
    'By subscribing, you agree that the Educators Forum emails you its newsletter. You can unsubscribe at any time.',
  privacy: 'How we treat your address',
} as const;

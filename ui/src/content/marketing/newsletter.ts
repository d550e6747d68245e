/** Texts of both newsletter forms, and of the pages behind the links of their mails. */
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
  sent: 'Check your email: we have sent you a link. You are subscribed once you have confirmed it.',
  retry: 'Try again',
  limited: (wait: string) => `Too many attempts from your network. Please try again ${wait}.`,
  confirm: {
    title: 'Confirm your subscription',
    introduction: 'Press the button, and we will send our newsletter to your address.',
    action: 'Confirm my subscription',
    confirming: 'Confirming…',
    done: 'You are subscribed. Thank you!',
    preferences: 'Change your details or unsubscribe',
    withoutLink: 'Please open the link in the email that we sent you.',
    again: 'Subscribe again',
  },
  preferences: {
    title: 'Your newsletter',
    loading: 'Loading your details',
    failed: 'We couldn’t load your details.',
    firstName: 'First name (optional)',
    isEducator: 'I am an educator',
    save: 'Save',
    saving: 'Saving…',
    saved: 'Your details are saved.',
    leaving: 'You no longer want our newsletter?',
    unsubscribe: 'Unsubscribe',
    unsubscribing: 'Unsubscribing…',
    unsubscribed: 'You are not subscribed. We will not send you our newsletter.',
  },
} as const;

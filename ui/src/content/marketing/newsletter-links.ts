/** Texts of a sent newsletter form, and of the pages behind the links of the mails. */
export const newsletterLinks = {
  sent: 'Check your email: we have sent you a link. You are subscribed once you have confirmed it.',
  withoutLink: 'Please open the link in the email that we sent you.',
  again: 'Subscribe again',
  confirm: {
    title: 'Confirm your subscription',
    introduction: 'Press the button, and we will send our newsletter to your address.',
    action: 'Confirm my subscription',
    confirming: 'Confirming…',
    done: 'You are subscribed. Thank you!',
    preferences: 'Change your details or unsubscribe',
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

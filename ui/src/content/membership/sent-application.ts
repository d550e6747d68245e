/** Texts about a submitted application, for its applicant. */
export const sentApplication = {
  title: 'What you sent',
  next: (email: string) =>
    `We’ll email you at ${email} when an administrator has decided. Until then, you can withdraw the application.`,
  loading: 'Loading your answers',
  failed: 'We couldn’t load your answers.',
  retry: 'Try again',
  /** The application is no longer pending, and the reason could not be read. */
  unknown: 'Your application is no longer under review. We couldn’t load the reason.',
  none: 'Not provided',
  photo: 'The photo you sent',
  noPhoto: 'No photo',
  withdrawal: {
    open: 'Withdraw application',
    question: 'Withdraw your application?',
    consequences:
      'Administrators will no longer see or decide on it. We’ll keep your answers and photo as a draft for 90 days. You can apply again at any time.',
    confirm: 'Withdraw it',
    confirming: 'Withdrawing...',
    cancel: 'Keep the application',
    done: 'You withdrew your application. Your answers are below, as a draft that only you can see.',
    decided: {
      approved: {
        title: 'Your application was approved',
        description: 'An administrator decided while you were here.',
      },
      rejected: {
        title: 'Your application was rejected',
        description: 'An administrator decided while you were here. You can apply again.',
      },
    },
  },
  earlier: {
    /** Around the date of the rejected application. */
    before: 'Your application of ',
    after: ' wasn’t approved. You may change your answers and apply again.',
    /** Starts over. */
    empty: 'Start with an empty form',
  },
} as const;

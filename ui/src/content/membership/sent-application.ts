/** Texts about a submitted application, for its applicant. */
export const sentApplication = {
  title: 'What you sent',
  next: (email: string) =>
    `You will get an email at ${email} when an administrator has decided. Until then you can withdraw the application.`,
  loading: 'Loading your answers',
  failed: 'Your answers could not be loaded.',
  retry: 'Try again',
  none: 'None given',
  photo: 'The photo you sent',
  noPhoto: 'No photo',
  /** The groups of the answers, by step of the form. */
  groups: { 1: 'Your work', 2: 'You and your address', 3: 'Your shirt and photo' },
  withdrawal: {
    open: 'Withdraw application',
    question: 'Withdraw your application?',
    consequences:
      'Administrators will no longer see it and will not decide on it. Your answers and your photo are kept as a draft for 90 days. You can apply again at any time.',
    confirm: 'Withdraw it',
    confirming: 'Withdrawing...',
    cancel: 'Keep the application',
    done: 'Your application is withdrawn. Your answers are below, as a draft that only you can see.',
    decided: {
      approved: {
        title: 'Your application was approved',
        description: 'An administrator has decided already.',
      },
      rejected: {
        title: 'Your application was rejected',
        description: 'An administrator has decided already. You can apply again.',
      },
    },
  },
  earlier: {
    /** Before the date of the earlier application. */
    from: 'These are the answers of your application of ',
    /** Starts over. */
    empty: 'Start with an empty form',
  },
} as const;

/** Texts about other sign-in methods on /account. */

export const linkedAccounts = {
  title: 'Other ways to sign in',
  text: 'Link an account you have elsewhere, and sign in with it instead of your password.',
  none: 'Nothing is linked yet.',
  linkedOn: (day: string) => `Linked on ${day}`,
  link: (title: string) => `Link ${title}`,
  linked: (title: string) => ({
    title: `${title} is linked`,
    description: 'You can sign in with it now.',
  }),
  linkedHere: (title: string) => `${title} is linked. You can sign in with it now.`,
  unlink: 'Unlink',
  unlinkOf: (title: string, name: string) => `Unlink ${[title, name].filter(Boolean).join(', ')}`,
  unlinking: {
    question: (title: string) => `Unlink ${title}?`,
    consequences: 'You won’t be able to sign in with it anymore. We’ll email you a confirmation.',
    confirm: 'Unlink it',
    cancel: 'Keep it',
  },
  unlinked: (title: string) => `${title} was unlinked.`,
  lastMethod: {
    text: 'This is your only way to sign in. Please choose a password first:',
    action: 'Ask for a password',
  },
  list: {
    loading: 'Loading your other ways to sign in',
    failed: 'We couldn’t load your other ways to sign in.',
    retry: 'Try again',
  },
} as const;

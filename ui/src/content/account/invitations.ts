import { grouped } from '../membership/application';

/** The page behind an invitation, and the invitations in the dashboard. */
export const invitation = {
  title: 'Become an administrator',
  introduction:
    'An administrator of the Educators Forum invited you. Administrators read applications and decide on them.',
  incomplete: 'This link is incomplete. Open it from the email again.',
  checking: 'Checking your account',
  signedOut: {
    text: 'Sign in with the email address that was invited, or create an account with it. Then open the link in the email again.',
    signIn: 'Sign In',
    signUp: 'Create an account',
  },
  signedInAs: (email: string) => `You’re signed in as ${email}.`,
  accept: 'Accept the invitation',
  accepting: 'Accepting...',
  invalid:
    'This invitation has expired, was withdrawn or is for another address. Ask the administrator for a new one.',
  needsFactor: {
    text: 'Administrators use two-step sign-in. Set it up under Your Account, and then open the link in the email again.',
    action: 'Set it up',
  },
  needsPassword: {
    text: 'Administrators have a password. Set one, and then open the link in the email again.',
    action: 'Set a password',
  },
  done: { title: 'You’re an administrator now', action: 'Open the dashboard' },
};

export const invitations = {
  title: 'Invitations',
  text: 'An invited administrator needs a password and two-step sign-in. The link works for three days.',
  email: 'Email address',
  missing: 'Enter an email address.',
  send: 'Send the invitation',
  sending: 'Sending...',
  sent: (email: string) => `Invitation sent to ${email}.`,
  limited: (wait: string) => `Too many invitations. Please try again ${wait}.`,
  list: (count: number) =>
    count === 1 ? '1 open invitation' : `${grouped(count)} open invitations`,
  none: 'No invitation is open.',
  loading: 'Loading the invitations',
  failed: 'We couldn’t load the invitations.',
  retry: 'Retry',
  about: (inviter: string) => `invited by ${inviter}, expires`,
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawn: (email: string) => `The invitation of ${email} was withdrawn.`,
};

/** The <noscript> notice of pages that depend on the user. Only the build uses it. */
import type { PageName } from './pages';

export const needsScript = {
  /** Purposes of the pages. */
  pages: {
    auth: 'Sign in to your account, or create one to apply for membership.',
    authConfirm: 'Confirm your email address with the link or the code from our email.',
    authFinish: 'This page completes a sign-in that began with another service.',
    authRecover: 'Ask for an email that lets you choose a new password.',
    authReset: 'Choose a new password with the link or the code from our email.',
    authRestore: 'Restore your email address after a change that you didn’t make.',
    account: 'See and change your details and how you sign in.',
    apply: 'Teachers with an account apply for membership on this page.',
    admin: 'Administrators review membership applications on this page.',
  } satisfies Partial<Record<PageName, string>>,
  text: 'This page needs JavaScript. Please turn it on in your browser and load the page again, or',
  contact: 'write to us or call us',
  navigation: 'Site',
  others: 'All other pages of the Educators Forum can be read without it:',
  home: 'Home',
} as const;

/** The <noscript> notice of pages that depend on the user. Only the build uses it. */
import type { PageName } from './pages';

export const needsScript = {
  /** Purposes of the pages. */
  pages: {
    auth: 'Here you sign in to your account, or create one to apply for membership.',
    authConfirm: 'Here you confirm your email address with the link or the code from our email.',
    authFinish: 'Here a sign-in that began with another service is completed.',
    authRecover: 'Here you ask for an email that lets you choose a new password.',
    authReset: 'Here you choose a new password with the link or the code from our email.',
    authRestore: 'Here you undo a change of your email address that you did not make.',
    account: 'Here you see and change your details and how you sign in.',
    apply: 'Here teachers with an account apply for membership.',
    admin: 'Here administrators review the applications for membership.',
  } satisfies Partial<Record<PageName, string>>,
  text: 'This page needs JavaScript. Please turn it on in your browser and load the page again, or',
  contact: 'write to us or call us',
  navigation: 'Site',
  others: 'All other pages of the Educators Forum can be read without it:',
  home: 'Home',
} as const;

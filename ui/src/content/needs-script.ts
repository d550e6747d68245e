/** The <noscript> notice of pages that depend on who is signed in. */
import type { PageName } from './pages';

/** What each of these pages is for. */
export const purposes: Partial<Record<PageName, string>> = {
  auth: 'On this page you sign in to your account or create one.',
  authConfirm: 'On this page you confirm your email address.',
  authFinish: 'On this page you finish signing in with your school account.',
  authRecover: 'On this page you ask for an email that lets you choose a new password.',
  authReset: 'On this page you choose a new password.',
  authRestore: 'On this page you take back your email address.',
  account: 'On this page you see and change what belongs to your account.',
  apply: 'On this page K-12 teachers apply for membership, once they have an account.',
  admin: 'On this page administrators review applications for membership.',
};

export const needsScript = {
  title: 'This page needs JavaScript',
  text: 'Please turn JavaScript on in your browser and load the page again, or',
  contact: 'write to us or call us',
  navigation: 'Site',
  others: 'All other pages of the Educators Forum can be read without it:',
  home: 'Home',
} as const;

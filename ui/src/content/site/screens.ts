export const notFound = {
  title: '404 - Oops! Page not found',
  home: 'Return to Home',
} as const;

export const failure = {
  title: 'Something went wrong',
  text: 'We couldn’t show this page. Nothing you sent was lost.',
  home: 'Return to Home',
  retry: 'Reload the page',
  offline: {
    title: 'You’re offline',
    text: 'We couldn’t load this page without a connection. Nothing you sent was lost. Please try again when you’re connected.',
    retry: 'Try again',
  },
} as const;

/** For pages whose scripts did not load. */
export const notStarted = {
  title: 'This page didn’t load completely',
  text: 'Its menus, forms and account pages won’t work until you reload it.',
  retry: 'Reload the page',
} as const;

/** The <noscript> notice of pages that depend on the user. Only the build uses it. */
export const needsScript = {
  /** Purposes of the pages. */
  pages: {
    auth: 'Sign in to your account, or create one to apply for membership.',
    authConfirm: 'Confirm your email address with the link or the code from our email.',
    authFinish: 'This page completes a sign-in that began with another service.',
    authRecover: 'Ask for an email that lets you choose a new password.',
    authReset: 'Choose a new password with the link or the code from our email.',
    authRestore: 'Restore your email address after a change that you didn’t make.',
    authInvitation: 'Accept an invitation to become an administrator.',
    newsletterConfirm: 'Confirm that you want our newsletter.',
    newsletterPreferences: 'Change your details for our newsletter, or unsubscribe.',
    account: 'See and change your details and how you sign in.',
    apply: 'Teachers with an account apply for membership on this page.',
    admin: 'Administrators review membership applications on this page.',
  },
  text: 'This page needs JavaScript. Please turn it on in your browser and load the page again, or',
  contact: 'write to us or call us',
  navigation: 'Site',
  others: 'All other pages of the Educators Forum can be read without it:',
  home: 'Home',
} as const;

export const placeholderText = 'Content coming soon';
export const placeholderLink = (section: string) => `See this topic under ${section}`;

export const layoutWords = {
  skipLink: 'Skip to main content',
  loading: 'Loading the page',
} as const;

const site = 'Educators Forum';

/** The document title: the title of the screen with the site's name, unless the title has it. */
export function documentTitle(title: string): string {
  return title.includes(site) ? title : `${title} | ${site}`;
}

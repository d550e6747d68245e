/** The title of each screen, as the browser's tab shows it. */
export const screens = {
  home: { title: 'Insights from K-12 Teachers' },
  about: { title: 'About' },
  auth: { title: 'Sign In' },
  authConfirm: { title: 'Confirm your e-mail address' },
  apply: { title: 'Membership Application' },
  admin: { title: 'Admin Dashboard' },
  forum: { title: 'The Educators Forum' },
  reports: { title: 'Reports & Insights' },
  teachers: { title: 'Teacher Directory' },
  store: { title: 'Store' },
  contact: { title: 'Contact' },
  donate: { title: 'Donate' },
  faq: { title: 'FAQ' },
  blog: { title: 'News & Updates' },
  privacy: { title: 'Privacy Policy' },
  terms: { title: 'Terms of Use' },
} as const;

export const notFound = {
  title: '404 - Oops! Page not found',
  home: 'Return to Home',
} as const;

export const failure = {
  title: 'Something went wrong',
  text: 'This page could not be shown. Nothing you sent was lost by it.',
  home: 'Return to Home',
  retry: 'Reload the page',
} as const;

export const layoutWords = {
  skipLink: 'Skip to main content',
  loading: 'Loading the page',
} as const;

const site = 'Educators Forum';

/** What the browser's tab shows for a screen: its title and the site's name, which stands in it once. */
export function documentTitle(title: string): string {
  return title.includes(site) ? title : `${title} | ${site}`;
}

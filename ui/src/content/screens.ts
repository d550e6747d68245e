/** Title and description of each screen, as the browser's tab and search engines show them. */
export const screens = {
  home: {
    title: 'Home',
    description:
      'Educators Forum gathers insights from K-12 teachers through funded weekend forums.',
  },
  about: {
    title: 'About',
    description: 'The mission, values, board and university partners of the Educators Forum.',
  },
  auth: { title: 'Sign In', description: 'Sign in to your Educators Forum account or create one.' },
  authConfirm: {
    title: 'Confirm your e-mail address',
    description: 'Confirm the e-mail address of your new account.',
  },
  apply: {
    title: 'Membership Application',
    description: 'Apply for membership in three steps.',
  },
  admin: { title: 'Admin Dashboard', description: 'Review of membership applications.' },
  forum: {
    title: 'The Educators Forum',
    description: 'Funded weekend forums for K-12 teachers, held at partner universities.',
  },
  reports: {
    title: 'Reports & Insights',
    description: 'Reports, policy briefs and trends from what teachers told us.',
  },
  teachers: {
    title: 'Teacher Directory',
    description: 'Teachers who took part in a forum and chose to be listed.',
  },
  store: { title: 'Store', description: 'Goods that pay for a teacher’s way to a forum.' },
  contact: { title: 'Contact', description: 'How to reach the Educators Forum.' },
  donate: { title: 'Donate', description: 'Give, sponsor a teacher or sponsor a full forum.' },
  faq: { title: 'FAQ', description: 'Answers about the forums, donations and privacy.' },
  blog: { title: 'News & Updates', description: 'News and stories from the Educators Forum.' },
  privacy: {
    title: 'Privacy Policy',
    description: 'How the Educators Forum treats personal data.',
  },
  terms: { title: 'Terms of Use', description: 'The terms under which this site may be used.' },
} as const;

export const notFound = {
  title: '404 - Oops! Page not found',
  description: 'This page does not exist.',
  home: 'Return to Home',
} as const;

export const failure = {
  title: 'Something went wrong',
  text: 'This page could not be shown. Nothing you sent was lost by it.',
  home: 'Return to Home',
  retry: 'Reload the page',
} as const;

export const layoutWords = { skipLink: 'Skip to main content' } as const;

/** What the browser's tab shows for a screen. */
export function documentTitle(title: string): string {
  return `${title} | Educators Forum`;
}

/** Title and description of each screen, as the browser's tab and search engines show them. */
export const screens = {
  home: {
    title: 'Insights from K-12 Teachers',
    description:
      'Educators Forum brings K-12 teachers together for funded weekend forums and turns what they know into reports, policy briefs and reform tools.',
  },
  about: {
    title: 'About',
    description:
      'Who we are: our mission, our founder’s message, the five values we hold to, the board that answers for us and our university partners.',
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
    description:
      'A funded weekend at a partner university: three days of guided dialogue among K-12 teachers, with travel stipend and meals provided. See who may attend.',
  },
  reports: {
    title: 'Reports & Insights',
    description:
      'Read what teachers told us: the featured report What Teachers Wish Lawmakers Knew, past reports by topic and year, and the trends behind them.',
  },
  teachers: {
    title: 'Teacher Directory',
    description:
      'Meet teachers who took part in a forum and chose to be listed. Search by name, state or subject, or filter by grade and forum year.',
  },
  store: {
    title: 'Store',
    description:
      'Tees, journals, pins, mugs and totes for people who teach. What you buy helps the next teacher get to a forum.',
  },
  contact: {
    title: 'Contact',
    description:
      'Write to the Educators Forum, reach the right department, call us Monday to Friday, or arrange a visit to our office in Florida.',
  },
  donate: {
    title: 'Donate',
    description:
      'Give once or monthly, sponsor a teacher for $350, or sponsor a full forum. 100% of donations fund program costs.',
  },
  faq: {
    title: 'FAQ',
    description:
      'Answers about who may apply, what a forum costs, where donations go and how we treat your data.',
  },
  blog: {
    title: 'News & Updates',
    description:
      'Stories from the forums, notes on our research, teacher spotlights and policy updates from the Educators Forum.',
  },
  privacy: {
    title: 'Privacy Policy',
    description:
      'What the Educators Forum knows about you, why, for how long, and what you can ask of us: our Privacy Policy in plain words.',
  },
  terms: {
    title: 'Terms of Use',
    description:
      'The terms under which you may use this site, your account and what we publish here, in plain words.',
  },
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

export const layoutWords = {
  skipLink: 'Skip to main content',
  loading: 'Loading the page',
} as const;

const site = 'Educators Forum';

/** What the browser's tab shows for a screen: its title and the site's name, which stands in it once. */
export function documentTitle(title: string): string {
  return title.includes(site) ? title : `${title} | ${site}`;
}

/** The pages of the site by name. Other files refer to a page by its name. */

interface Page {
  path: string;
  title: string;
  /** Titles by fragment. */
  titleAt?: Record<string, string>;
  comingSoon?: true;
}

/** The fragment of the second tab of /auth. */
export const SIGN_UP = '#sign-up';

/** The fragment of the changes that an administrator asked for. */
export const CHANGES = '#changes';

export const pages = {
  home: { path: '/', title: 'The Educators Forum: Funded Weekends for K-12 Teachers' },
  about: { path: '/about', title: 'About' },
  missionVision: { path: '/about/mission-vision', title: 'Mission & Vision', comingSoon: true },
  coreValues: { path: '/about/core-values', title: 'Core Values', comingSoon: true },
  foundersMessage: {
    path: '/about/founders-message',
    title: "Founder's Message",
    comingSoon: true,
  },
  boardLeadership: {
    path: '/about/board-leadership',
    title: 'Board & Leadership',
    comingSoon: true,
  },
  universityPartners: {
    path: '/about/university-partners',
    title: 'University Partners',
    comingSoon: true,
  },
  auth: { path: '/auth', title: 'Sign In', titleAt: { [SIGN_UP]: 'Sign Up' } },
  authConfirm: { path: '/auth/confirm', title: 'Confirm your email address' },
  authFinish: { path: '/auth/finish', title: 'Finish signing in' },
  authRecover: { path: '/auth/recover', title: 'Forgot your password?' },
  authReset: { path: '/auth/reset', title: 'Choose a new password' },
  authRestore: { path: '/auth/restore', title: 'Restore your email address' },
  authInvitation: { path: '/auth/invitation', title: 'Become an administrator' },
  account: { path: '/account', title: 'Your Account' },
  apply: { path: '/apply', title: 'Membership Application' },
  admin: { path: '/admin', title: 'Admin Dashboard' },
  forum: { path: '/educators-forum', title: 'The Educators Forum' },
  howItWorks: { path: '/educators-forum/how-it-works', title: 'How It Works', comingSoon: true },
  applyToAttend: { path: '/educators-forum/apply', title: 'Apply to Attend', comingSoon: true },
  hostForum: { path: '/educators-forum/host', title: 'Host a Forum', comingSoon: true },
  reports: { path: '/reports', title: 'Reports & Insights' },
  featuredReports: { path: '/reports/featured', title: 'Featured Reports', comingSoon: true },
  reportsArchive: { path: '/reports/archive', title: 'Reports Archive', comingSoon: true },
  infographics: { path: '/reports/infographics', title: 'Infographic Gallery', comingSoon: true },
  impact: { path: '/reports/impact', title: 'Distribution & Impact', comingSoon: true },
  teachers: { path: '/teachers', title: 'Teacher Directory' },
  searchTeachers: { path: '/teachers/search', title: 'Search Teacher Profiles', comingSoon: true },
  spotlights: { path: '/teachers/spotlights', title: 'Teacher Spotlights', comingSoon: true },
  joinDirectory: { path: '/teachers/join', title: 'Join the Directory', comingSoon: true },
  store: { path: '/store', title: 'Store' },
  signatureCollections: {
    path: '/store/signature',
    title: 'Signature Collections',
    comingSoon: true,
  },
  allProducts: { path: '/store/all', title: 'Shop All Products', comingSoon: true },
  sponsorShirt: { path: '/store/sponsor', title: 'Sponsor a Shirt', comingSoon: true },
  bulkOrders: { path: '/store/bulk', title: 'Bulk & Custom Orders', comingSoon: true },
  contact: { path: '/contact', title: 'Contact' },
  donate: { path: '/donate', title: 'Donate' },
  faq: { path: '/faq', title: 'FAQ' },
  blog: { path: '/blog', title: 'News & Updates' },
  newsletterConfirm: { path: '/newsletter/confirm', title: 'Confirm your subscription' },
  newsletterPreferences: { path: '/newsletter/preferences', title: 'Your newsletter' },
  privacy: { path: '/privacy', title: 'Privacy Policy' },
  terms: { path: '/terms', title: 'Terms of Use' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

export const paths = Object.fromEntries(
  Object.entries(pages).map(([name, { path }]) => [name, path]),
) as { readonly [Name in PageName]: (typeof pages)[Name]['path'] };

export const signUpPath = `${paths.auth}${SIGN_UP}`;

/** The page one level up: `/about` for `/about/core-values`. */
export function sectionOf(path: string): PageName {
  const above = path.slice(0, path.lastIndexOf('/'));
  return (Object.keys(pages) as PageName[]).find((name) => pages[name].path === above) ?? 'home';
}

export const placeholderPages = (Object.keys(pages) as PageName[]).filter(
  (name) => 'comingSoon' in pages[name],
);

/**
 * Descriptions for search engines and link previews. Only static-site.tsx uses them, so they are in the HTML and not in
 * the browser's code.
 */
export const descriptions = {
  home: 'Educators Forum brings K-12 teachers together for funded weekend forums and turns what they know into reports, policy briefs and reform tools.',
  about:
    'Who we are: our mission, our founder’s message, the five values we hold to, the board that answers for us and our university partners.',
  missionVision:
    'What the Educators Forum is for, and where we hope it leads, will be set out here; the page is still being written.',
  coreValues:
    'What each of our five values asks of us in daily work will be explained here; the page is still being written.',
  foundersMessage:
    'Our founder will explain here why the Educators Forum began; the page is still being written.',
  boardLeadership:
    'The people who govern and run the Educators Forum will be introduced here; the page is still to come.',
  universityPartners:
    'Each university that opens its campus to our forums will be introduced here; the page is still to come.',
  forum:
    'A funded weekend at a partner university: three days of guided dialogue among K-12 teachers, with travel stipend and meals provided. See who may attend.',
  howItWorks:
    'The steps from an application to a published report will be explained here; the page is still to come.',
  applyToAttend:
    'How a teacher applies for a place at an upcoming forum will be explained here; the page is still being prepared.',
  hostForum:
    'What it takes to host a forum weekend on a campus will be explained here; the page is still being prepared.',
  reports:
    'Read what teachers told us: the featured report What Teachers Wish Lawmakers Knew, past reports by topic and year, and the trends behind them.',
  featuredReports:
    'The reports we most want read will be gathered here with their findings; the collection is still to come.',
  reportsArchive:
    'Every report we have published will be listed here by year and topic; the archive is still to come.',
  infographics:
    'Findings of our forums will be shown here as charts to print and share; the gallery is still to come.',
  impact:
    'Who receives our reports, and what they have changed, will be shown here; the page is still to come.',
  teachers:
    'Meet teachers who took part in a forum and chose to be listed. Search by name, state or subject, or filter by grade and forum year.',
  searchTeachers:
    'A search of the full profiles of teachers who took part in a forum will be available here; it is still to come.',
  spotlights:
    'Profiles of individual teachers and their classrooms will be gathered here; the first are still to come.',
  joinDirectory:
    'How a teacher who took part in a forum can be listed will be explained here; the page is still being prepared.',
  store:
    'Tees, journals, pins, mugs and totes for people who teach. What you buy helps the next teacher get to a forum.',
  signatureCollections:
    'The collections of our store will be shown here item by item; the page is still to come.',
  allProducts:
    'Everything that our store sells will be shown here in one place; the page is still to come.',
  sponsorShirt:
    'How to give a shirt to a teacher will be explained here; the page is still being prepared.',
  bulkOrders:
    'How a school or district orders in quantity or with its own design will be explained here; the page is still to come.',
  contact:
    'Write to the Educators Forum, reach the right department, call us Monday to Friday, or arrange a visit to our office in Florida.',
  donate:
    'Give once or monthly, sponsor a teacher for $350, or sponsor a full forum. 100% of donations fund program costs.',
  faq: 'Answers about who may apply, what a forum costs, where donations go and how we treat your data.',
  blog: 'Stories from the forums, notes on our research, teacher spotlights and policy updates from the Educators Forum.',
  privacy:
    'What the Educators Forum knows about you, why, for how long, and what you can ask of us: our Privacy Policy in plain words.',
  terms:
    'The terms under which you may use this site, your account and what we publish here, in plain words.',
  notFound: 'This page doesn’t exist.',
} as const satisfies Partial<Record<PageName | 'notFound', string>>;

/**
 * For visitors who want to apply: the application opens after the sign-in, without the membership dialog. It is what `signInPath`
 * returns, whose code the home page does not need.
 */
export const signInToApply = '/auth?next=%2Fapply%3Fstep%3D1';

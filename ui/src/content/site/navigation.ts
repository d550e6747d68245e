/** Texts and links of the header and the footer. `page` is the name of a page in pages.ts. */
import { pages, type PageName } from './pages';

function submenu(...names: readonly PageName[]) {
  return names.map((page) => ({ page, label: pages[page].title }));
}

export const utilityLinks = [
  { page: 'faq', label: 'FAQ' },
  { page: 'blog', label: 'Blog' },
  { page: 'contact', label: 'Contact' },
  { page: 'privacy', label: 'Privacy' },
] as const;

export const mainMenu = [
  {
    page: 'about',
    label: 'About',
    submenu: submenu(
      'missionVision',
      'coreValues',
      'foundersMessage',
      'boardLeadership',
      'universityPartners',
    ),
  },
  {
    page: 'forum',
    label: 'The Educators Forum',
    submenu: submenu('howItWorks', 'applyToAttend', 'hostForum'),
  },
  {
    page: 'reports',
    label: 'Reports & Insights',
    submenu: submenu('featuredReports', 'reportsArchive', 'infographics', 'impact'),
  },
  {
    page: 'teachers',
    label: 'Teacher Directory',
    submenu: submenu('searchTeachers', 'spotlights', 'joinDirectory'),
  },
  {
    page: 'store',
    label: 'Store',
    submenu: submenu('signatureCollections', 'allProducts', 'sponsorShirt', 'bulkOrders'),
  },
] as const;

export const headerWords = {
  utilityNav: 'Utility',
  mainNav: 'Main',
  home: 'Educators Forum, home',
  donate: 'Donate',
  signIn: 'Sign In',
  signOut: 'Sign Out',
  applyForMembership: 'Apply for Membership',
  adminDashboard: 'Admin Dashboard',
  unnamedUser: 'User',
  signedInAs: 'Signed in as',
  yourAccount: 'Your account',
  accountOf: (firstName: string) => `${firstName}, your account`,
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menuFailed: {
    title: 'The menu didn’t open',
    description: 'Please check your connection, or reload the page.',
  },
  submenuOf: (label: string) => `${label} submenu`,
} as const;

export const footer = {
  quickLinks: {
    title: 'Quick Links',
    links: [
      { page: 'about', label: 'About' },
      { page: 'forum', label: 'The Educators Forum' },
      { page: 'reports', label: 'Reports & Insights' },
      { page: 'teachers', label: 'Teacher Directory' },
      { page: 'store', label: 'Store' },
    ],
  },
  support: {
    title: 'Support',
    links: [
      { page: 'donate', label: 'Donate' },
      { page: 'faq', label: 'FAQ' },
      { page: 'blog', label: 'Blog' },
      { page: 'contact', label: 'Contact' },
    ],
  },
  contact: { title: 'Contact' },
  legal: [
    { page: 'privacy', label: 'Privacy Policy' },
    { page: 'terms', label: 'Terms of Use' },
  ],
  legalNav: 'Legal',
  socialLabel: 'Social media',
  social: ['Facebook', 'X', 'LinkedIn', 'YouTube'],
} as const;

/**
 * Fixed texts of the public screens (docs/product.md, 1), for unit tests and journeys.
 * `phrases` are parts of sentences in any case. All other texts are complete.
 */

/** Header and footer. */
export const navigation = {
  utility: ['FAQ', 'Blog', 'Contact', 'Privacy'],
  main: ['About', 'The Educators Forum', 'Reports & Insights', 'Teacher Directory', 'Store'],
  donate: 'Donate',
  signIn: 'Sign In',
  unnamedUser: 'User',
  userMenu: ['Apply for Membership', 'Admin Dashboard', 'Sign Out'],
  signedInAs: 'Signed in as',
} as const;

/** The placeholder pages by their item in the main menu. */
export const placeholders = {
  About: [
    'Mission & Vision',
    'Core Values',
    "Founder's Message",
    'Board & Leadership',
    'University Partners',
  ],
  'The Educators Forum': ['How It Works', 'Apply to Attend', 'Host a Forum'],
  'Reports & Insights': [
    'Featured Reports',
    'Reports Archive',
    'Infographic Gallery',
    'Distribution & Impact',
  ],
  'Teacher Directory': ['Search Teacher Profiles', 'Teacher Spotlights', 'Join the Directory'],
  Store: ['Signature Collections', 'Shop All Products', 'Sponsor a Shirt', 'Bulk & Custom Orders'],
} as const;
/** In the same order. */
export const placeholderPaths = [
  '/about/mission-vision',
  '/about/core-values',
  '/about/founders-message',
  '/about/board-leadership',
  '/about/university-partners',
  '/educators-forum/how-it-works',
  '/educators-forum/apply',
  '/educators-forum/host',
  '/reports/featured',
  '/reports/archive',
  '/reports/infographics',
  '/reports/impact',
  '/teachers/search',
  '/teachers/spotlights',
  '/teachers/join',
  '/store/signature',
  '/store/all',
  '/store/sponsor',
  '/store/bulk',
] as const;
export const placeholderText = 'Content coming soon';

/** The screens. */
export const home = {
  apply: 'Apply to Join the Educators Forum',
  donate: 'Donate to Support a Teacher',
  why: 'Why We Exist',
  steps: [
    'Arrival & Welcome',
    'Guided Group Dialogues',
    'Curriculum & Policy Labs',
    'Meals + Stipend Provided',
    'Final Report Generation',
    'National Data Collection',
  ],
  dates: 'See Upcoming Seminar Dates',
  figures: 'Our First Year in Numbers',
  counters: [
    ['117', 'school districts represented'],
    ['93%', 'of teachers felt heard'],
    ['6', 'published policy briefs'],
    ['12', 'university partners'],
    ['87%', 'of attendees offered new classroom strategies'],
  ],
  newsletter: 'Stay Connected',
  isEducator: 'I am an educator',
} as const;

export const about = {
  phrases: ['mission', 'founder'],
  values: [
    'Teacher-Centered',
    'Data-Driven',
    'Community-Focused',
    'Constructive Patriotism',
    'Moral Integrity',
  ],
  boardMembers: 6,
  universityPartners: 4,
} as const;

export const forum = {
  apply: 'Apply to Attend',
  host: 'Host a Forum at Your Campus',
  purposes: ['Collaborate', 'Contribute', 'Create'],
  schedule: [
    ['Day 1', 'Arrival & Orientation'],
    ['Day 2', 'Forum Sessions'],
    ['Day 3', 'Final Reports'],
  ],
  testimonials: 3,
  eligibility: [
    'current K-12 teacher (public or private)',
    'all grades and subjects',
    'selection by diversity of experience and geography',
    'travel stipend and meals provided',
    'no political agenda and no presentations',
  ],
} as const;

export const reports = {
  featured: 'What Teachers Wish Lawmakers Knew',
  phrases: ['150+ educators from 12 states', 'five reform areas'],
  download: 'Download PDF',
  buttons: ['View Distribution Partners', 'Request a Presentation'],
} as const;

/** In `showing`, N and M are numbers. */
export const directory = {
  showing: 'Showing N of M teachers',
  phrases: ['only teachers who opted into public listing are shown', 'nominate'],
} as const;

export const store = {
  phrases: ['signature collections', 'featured products', 'where the money goes', 'bulk'],
  collections: 4,
  ambassador: 'Become a Brand Ambassador',
} as const;

export const contact = {
  fields: ['Full Name', 'Email Address', 'Phone Number', 'Subject', 'Message'],
  required: ['Full Name', 'Email Address', 'Subject', 'Message'],
  isTeacher: 'I am a current or former classroom teacher',
  departments: [
    'General',
    'Media & Press',
    'Forum Coordination',
    'Donations & Fundraising',
    'Merchandise',
  ],
  hours: 'Mon–Fri 9AM–5PM EST',
  phrases: ['Florida', 'by appointment only'],
  social: ['Facebook', 'X', 'LinkedIn', 'YouTube'],
} as const;

export const donate = {
  tabs: ['One-Time Gift', 'Monthly Supporter', 'Sponsor a Teacher', 'Sponsor a Full Forum'],
  uses: 'Where Your Gift Goes',
  phrases: ['nonprofit', 'tax'],
  other: 'Other Ways to Give',
  otherWays: ['Planned Giving', 'Employer Match'],
} as const;

export const faq = {
  groups: [
    'General Questions',
    'The Educators Forum',
    'Donations & Support',
    'Technical & Privacy',
  ],
  contact: 'Contact Us',
} as const;

export const blog = {
  title: 'News & Updates',
  phrases: ['featured story', 'popular tags'],
} as const;

export const policies = ['Privacy Policy', 'Terms of Use', 'Cookie Policy'] as const;
export const policiesEffective = 'January 15, 2025';

export const notFound = '404 - Oops! Page not found';

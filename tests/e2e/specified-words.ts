// The words that the specification puts on each public screen, copied from it, and the routes they stand on.
import { readFileSync } from 'node:fs';
import { placeholderPages, placeholderText } from '../../ui/src/content/placeholder-pages.js';
import { documentTitle, screens } from '../../ui/src/content/screens.js';
import { paths } from '../../ui/src/app/paths.js';

export type RouteEntry = {
  readonly path: string;
  readonly noindex: boolean;
  readonly referrer: string;
};

/** Every route that the build lists. */
export const routes = JSON.parse(
  readFileSync(new URL('../../ui/dist/routes.json', import.meta.url), 'utf8'),
) as readonly RouteEntry[];

export const publicRoutes = routes.filter(({ noindex }) => !noindex);

/** What the browser's tab shows, by path. */
export const titles: ReadonlyMap<string, string> = new Map([
  ...Object.entries(screens).map(
    ([page, { title }]) => [paths[page as keyof typeof screens], documentTitle(title)] as const,
  ),
  ...placeholderPages.map(({ page, title }) => [paths[page], documentTitle(title)] as const),
]);

const policies = ['Privacy Policy', 'Terms of Use', 'Cookie Policy', 'January 15, 2025'];

const specified: Readonly<Record<string, readonly string[]>> = {
  '/': [
    'Apply to Join the Educators Forum',
    'Donate to Support a Teacher',
    'Why We Exist',
    'Arrival & Welcome',
    'Guided Group Dialogues',
    'Curriculum & Policy Labs',
    'Meals + Stipend Provided',
    'Final Report Generation',
    'National Data Collection',
    'See Upcoming Seminar Dates',
    'Our First Year in Numbers',
    '117',
    'school districts represented',
    '93%',
    'of teachers felt heard',
    'published policy briefs',
    'university partners',
    '87%',
    'of attendees offered new classroom strategies',
    'Stay Connected',
    'I am an educator',
  ],
  '/about': [
    'Mission',
    'Teacher-Centered',
    'Data-Driven',
    'Community-Focused',
    'Constructive Patriotism',
    'Moral Integrity',
  ],
  '/educators-forum': [
    'Apply to Attend',
    'Host a Forum at Your Campus',
    'Collaborate',
    'Contribute',
    'Create',
    'Day 1',
    'Arrival & Orientation',
    'Day 2',
    'Forum Sessions',
    'Day 3',
    'Final Reports',
    'current K-12 teacher (public or private)',
    'all grades and subjects',
    'selection by diversity of experience and geography',
    'travel stipend and meals provided',
    'no political agenda and no presentations',
  ],
  '/reports': [
    'What Teachers Wish Lawmakers Knew',
    '150+ educators from 12 states',
    'five reform areas',
    'Download PDF',
    'View Distribution Partners',
    'Request a Presentation',
  ],
  '/teachers': ['Showing 12 of 12 teachers', 'Nominate', 'opted into public listing'],
  '/store': ['$22', '$16', '$5', '$12', '15 oz', '$18', 'Become a Brand Ambassador'],
  '/contact': [
    'Full Name',
    'Email Address',
    'Phone Number',
    'Subject',
    'Message',
    'I am a current or former classroom teacher',
    'General',
    'Media & Press',
    'Forum Coordination',
    'Donations & Fundraising',
    'Merchandise',
    'Mon–Fri 9AM–5PM EST',
    'by appointment only',
    'Facebook',
    'LinkedIn',
    'YouTube',
  ],
  '/donate': [
    'One-Time Gift',
    'Monthly Supporter',
    'Sponsor a Teacher',
    'Sponsor a Full Forum',
    '$25',
    '$50',
    '$100',
    '$250',
    '$10',
    '$350',
    '7,000',
    '12,000',
    'depending on location',
    'Where Your Gift Goes',
    '54%',
    'teacher travel and lodging',
    '32%',
    'forum operations',
    '14%',
    'research and reporting',
    '100% of donations fund program costs',
    'Other Ways to Give',
    'Planned Giving',
    'Employer Match',
  ],
  '/faq': [
    'General Questions',
    'The Educators Forum',
    'Donations & Support',
    'Technical & Privacy',
    'Contact Us',
  ],
  '/blog': [
    'News & Updates',
    'All Posts',
    'Forum Highlights',
    'Research Reports',
    'Teacher Spotlights',
    'Policy Updates',
  ],
  '/privacy': policies,
  '/terms': policies,
  ...Object.fromEntries(
    placeholderPages.map(({ page, title }) => [paths[page], [title, placeholderText]]),
  ),
};

/** Only these have an h1 of the specification's own words. */
const headings: ReadonlyMap<string, string> = new Map([
  ['/blog', 'News & Updates'],
  ...placeholderPages.map(({ page, title }) => [paths[page], title] as const),
]);

export function wordsOf(path: string): readonly string[] {
  const words = specified[path];
  if (words === undefined) throw new Error(`no words are given for ${path}`);
  return words;
}

export const headingOf = (path: string): string | RegExp => headings.get(path) ?? /\S/;

/** Capitals, typographic quotes and line breaks are the page's own affair. */
export function plain(text: string): string {
  return text.replaceAll('’', "'").replaceAll(/\s+/g, ' ').toLowerCase();
}

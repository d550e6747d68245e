import { mailboxes } from '../site/mailboxes';
import scene from '../../pictures/scenes/teachers.svg';

export const states = ['Texas', 'California', 'Florida', 'Ohio', 'Arizona', 'Virginia'] as const;
export const grades = ['Elementary', 'Middle School', 'High School'] as const;
export const subjects = [
  'English',
  'Mathematics',
  'Science',
  'History',
  'Spanish',
  'Physical Education',
] as const;
export const forumYears = ['2024', '2025'] as const;

export const directory = {
  hero: {
    eyebrow: 'Teachers we’ve heard from',
    lead: 'These teachers spent a weekend at a forum and chose to be listed here under their own names.',
    scene,
  },
  title: 'Find a Teacher',
  lead: 'Search by name, state or subject, or narrow the list by state, grade, subject or forum year.',
  filters: 'Search and filter the teachers',
  search: 'Search',
  searchHint: 'Name, state or subject',
  state: { label: 'State', all: 'All states' },
  grade: { label: 'Grade', all: 'All grades' },
  subject: { label: 'Subject', all: 'All subjects' },
  year: { label: 'Year', all: 'All years' },
  showing: (shown: number, all: number) => `Showing ${shown} of ${all} teachers`,
  clear: 'Clear filters',
  empty: {
    title: 'No teachers match these filters',
    text: 'Try removing a filter, or a shorter search. Not every teacher who came to a forum is listed here.',
  },
  yearsTeaching: (years: number) => `${years} years teaching`,
  portraitOf: (name: string) => `Portrait of ${name}`,
  more: (name: string) => `More about ${name}`,
  linkedin: 'LinkedIn',
  privacy: {
    title: 'A Note on Privacy',
    text: 'Only teachers who opted into public listing are shown. A listing can be changed or taken down at any time. We never publish a school’s name, a home address, a phone number or an email address; a LinkedIn profile is linked where the teacher asked for it.',
  },
  nominate: {
    title: 'Know Someone We Should Meet?',
    text: 'Sometimes it takes a colleague to say: you should go to one of these.',
    button: 'Nominate a Teacher',
    /** The button has no action yet. */
    today: `Nominations open here soon. Until then, write to ${mailboxes.forums}.`,
  },
} as const;

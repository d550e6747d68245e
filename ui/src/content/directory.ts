/** The words of the teacher directory: its search, filters, privacy notice and nomination. */
import scene from '../pictures/scenes/teachers.svg';

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
    eyebrow: 'Teachers we have heard',
    lead: 'Meet the teachers who spent a weekend at a forum and put their names to what they said there.',
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
    title: 'No teacher matches all of that',
    text: 'Try removing a filter, or a shorter search. Not every teacher who came to a forum is listed here.',
  },
  yearsTeaching: (years: number) => `${years} years teaching`,
  portraitOf: (name: string) => `Portrait of ${name}`,
  linkedin: 'LinkedIn',
  privacy: {
    title: 'A Note on Privacy',
    text: 'Only teachers who opted into public listing are shown. A listing can be changed or taken down at any time, and we never publish the name of a school, a home address or private contact details.',
  },
  nominate: {
    title: 'Know Someone We Should Meet?',
    text: 'Sometimes it takes a colleague to say: they should hear you on this.',
    button: 'Nominate a Teacher',
  },
} as const;

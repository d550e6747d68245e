import { mailboxes } from '../site/organisation';
import scene from '../../pictures/scenes/teachers.svg';
import { people } from './people';

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

export const spotlight = {
  ...people.angelaBrooks,
  eyebrow: 'Teacher spotlight',
  introduction:
    'She teaches the novel, the essay and, as she puts it, the art of disagreeing on paper.',
  state: 'Florida',
  grade: 'High School, Grade 11',
  subject: 'English',
  yearsTeaching: 14,
  dayInLifeTitle: 'A day in her life',
  dayInLife: [
    {
      at: '06:40',
      time: '6:40 AM',
      text: 'Coffee, and one paragraph read aloud to an empty room.',
    },
    {
      at: '08:05',
      time: '8:05 AM',
      text: 'First bell. Thirty-one juniors, nine copies of the new novel.',
    },
    {
      at: '11:50',
      time: '11:50 AM',
      text: 'Lunch with the door open; the poetry regulars drift in.',
    },
    {
      at: '14:15',
      time: '2:15 PM',
      text: 'Conferences: four minutes and one honest sentence for each writer.',
    },
    { at: '16:30', time: '4:30 PM', text: 'Two calls home, both of them good news.' },
  ],
  questionsTitle: 'Three questions',
  questions: {
    keepGoing: {
      question: 'What keeps you going?',
      answer:
        'The letters. Somebody I taught nine years ago writes that she still reads the last page first, to spite me. You do not get that in other lines of work.',
    },
    changeEducation: {
      question: 'What would you change about education?',
      answer:
        'I would give teachers back an hour a day with nothing scheduled in it. Most of what goes wrong in my classroom goes wrong because I had no time to see it coming.',
    },
    whyForum: {
      question: 'Why did you come to the forum?',
      answer:
        'A colleague dared me. I went for the free dinner, honestly, and stayed up until midnight arguing about homework with a kindergarten teacher from Tampa. She was right.',
    },
  },
} as const;

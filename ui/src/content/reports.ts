/** The reports page: the featured report, the library with its filters, the trends, and how reports are passed on. */
import beforeTheReferral from '../pictures/covers/before-the-referral.svg';
import calmClassrooms from '../pictures/covers/calm-classrooms.svg';
import doorsThatOpenForAll from '../pictures/covers/doors-that-open-for-all.svg';
import oneDeviceManyNeeds from '../pictures/covers/one-device-many-needs.svg';
import screensWithAPurpose from '../pictures/covers/screens-with-a-purpose.svg';
import theLongBusRide from '../pictures/covers/the-long-bus-ride.svg';
import theMessageHome from '../pictures/covers/the-message-home.svg';
import theThirdYear from '../pictures/covers/the-third-year.svg';
import whatTeachersWish from '../pictures/covers/what-teachers-wish-lawmakers-knew.svg';
import whereTheDollarLands from '../pictures/covers/where-the-dollar-lands.svg';
import whyGoodTeachersStay from '../pictures/covers/why-good-teachers-stay.svg';
import scene from '../pictures/scenes/reports.svg';

export const topics = [
  'Behavior',
  'Equity',
  'Technology',
  'Retention',
  'Communication',
  'Funding',
] as const;
export const years = ['2024', '2023', '2022'] as const;

export type Topic = (typeof topics)[number];
export type Format = 'PDF' | 'Web' | 'Audio';

export interface Report {
  id: string;
  title: string;
  subtitle: string;
  year: (typeof years)[number];
  topic: Topic;
  state: string;
  formats: readonly Format[];
  image: string;
}

export const coverOf = (title: string) => `Cover of the report “${title}”`;

export const hero = {
  eyebrow: 'From the forums',
  lead: 'What teachers say at our forums is written down, weighed and published, so that it reaches the people who decide.',
  scene,
} as const;

export const featured = {
  eyebrow: 'Featured report',
  title: 'What Teachers Wish Lawmakers Knew',
  lead: '150+ educators from 12 states were asked one question: what should the people who write school law know before they pick up the pen? Their answers settle into five reform areas.',
  image: whatTeachersWish,
  figures: [
    { value: '150+', label: 'educators' },
    { value: '12', label: 'states' },
    { value: '5', label: 'reform areas' },
  ],
  areasTitle: 'Five reform areas',
  areas: [
    {
      name: 'Time to teach',
      text: 'Planning hours that are kept, and fewer forms between a teacher and the class.',
    },
    {
      name: 'Calm, safe classrooms',
      text: 'Trained help within minutes when one student’s hard day stops the lesson for all.',
    },
    {
      name: 'A steady first five years',
      text: 'A mentor down the hall with time set aside for it, and pay that lets a teacher stay.',
    },
    {
      name: 'Tools chosen with teachers',
      text: 'New technology tried in real classrooms before a district signs for it.',
    },
    {
      name: 'Money that reaches the room',
      text: 'School budgets that a parent can follow from the vote to the supply shelf.',
    },
  ],
  download: 'Download PDF',
} as const;

export const library = {
  eyebrow: 'The library',
  title: 'Past Reports',
  lead: 'Each report comes out of one weekend’s conversations and can be read in a single sitting.',
  filters: 'Filter the reports',
  topic: 'Topic',
  year: 'Year',
  allTopics: 'All topics',
  allYears: 'All years',
  showing: (shown: number, all: number) => `Showing ${shown} of ${all} reports`,
  clear: 'Clear filters',
  formats: 'Formats',
  empty: {
    title: 'No report on that topic in that year',
    text: 'Our forums take up other questions each season. Choose another year, or clear the filters to see every report.',
  },
} as const;

export const reports: readonly Report[] = [
  {
    id: 'calm-classrooms',
    title: 'Calm Classrooms',
    subtitle: 'How Florida teachers keep order in the room without losing its warmth.',
    year: '2024',
    topic: 'Behavior',
    state: 'Florida',
    formats: ['PDF', 'Web', 'Audio'],
    image: calmClassrooms,
  },
  {
    id: 'doors-that-open-for-all',
    title: 'Doors That Open for All',
    subtitle: 'What it takes for every Virginia student to be known by name and taught to the top.',
    year: '2024',
    topic: 'Equity',
    state: 'Virginia',
    formats: ['PDF', 'Web'],
    image: doorsThatOpenForAll,
  },
  {
    id: 'screens-with-a-purpose',
    title: 'Screens with a Purpose',
    subtitle: 'When California classrooms reach for a device, and when they put it away.',
    year: '2024',
    topic: 'Technology',
    state: 'California',
    formats: ['PDF', 'Web', 'Audio'],
    image: screensWithAPurpose,
  },
  {
    id: 'why-good-teachers-stay',
    title: 'Why Good Teachers Stay',
    subtitle: 'What Ohio teachers with long careers behind them would not trade for another job.',
    year: '2023',
    topic: 'Retention',
    state: 'Ohio',
    formats: ['PDF', 'Audio'],
    image: whyGoodTeachersStay,
  },
  {
    id: 'the-message-home',
    title: 'The Message Home',
    subtitle: 'Letters, calls and apps: what reaches Texas families, and what is lost on the way.',
    year: '2023',
    topic: 'Communication',
    state: 'Texas',
    formats: ['PDF', 'Web'],
    image: theMessageHome,
  },
  {
    id: 'where-the-dollar-lands',
    title: 'Where the Dollar Lands',
    subtitle: 'Following an Arizona school budget from the district office to the supply shelf.',
    year: '2023',
    topic: 'Funding',
    state: 'Arizona',
    formats: ['PDF', 'Web'],
    image: whereTheDollarLands,
  },
  {
    id: 'one-device-many-needs',
    title: 'One Device, Many Needs',
    subtitle: 'A laptop for each Florida student, and the work that came with it.',
    year: '2023',
    topic: 'Technology',
    state: 'Florida',
    formats: ['PDF'],
    image: oneDeviceManyNeeds,
  },
  {
    id: 'before-the-referral',
    title: 'Before the Referral',
    subtitle: 'The small moves Texas teachers make before a student has to leave the room.',
    year: '2022',
    topic: 'Behavior',
    state: 'Texas',
    formats: ['PDF', 'Web'],
    image: beforeTheReferral,
  },
  {
    id: 'the-long-bus-ride',
    title: 'The Long Bus Ride',
    subtitle: 'Distance, sleep and learning in the rural schools of Arizona.',
    year: '2022',
    topic: 'Equity',
    state: 'Arizona',
    formats: ['PDF', 'Audio'],
    image: theLongBusRide,
  },
  {
    id: 'the-third-year',
    title: 'The Third Year',
    subtitle: 'Why the third year decides, told by Ohio teachers who stayed and some who left.',
    year: '2022',
    topic: 'Retention',
    state: 'Ohio',
    formats: ['PDF'],
    image: theThirdYear,
  },
];

export const trends = {
  eyebrow: 'Key trends',
  title: 'What We Hear Again and Again',
  lead: 'We read over 300 forum responses from over 100 districts side by side. These six lines run through all of them.',
  cards: [
    {
      topic: 'Behavior',
      title: 'Calm is a whole-school craft',
      text: 'Rooms settle sooner where the hallway, the office and the cafeteria keep the same few rules.',
    },
    {
      topic: 'Equity',
      title: 'Access begins with the timetable',
      text: 'Late buses and early bells decide who can join the advanced class long before any test does.',
    },
    {
      topic: 'Technology',
      title: 'Fewer tools, used well',
      text: 'Teachers rarely ask for another platform. They ask for one that works on Monday morning.',
    },
    {
      topic: 'Retention',
      title: 'Colleagues keep colleagues',
      text: 'Asked why they stayed, teachers name a person down the hall more often than a policy.',
    },
    {
      topic: 'Communication',
      title: 'Good news travels first',
      text: 'Families answer the hard call when the first call of the year was a kind one.',
    },
    {
      topic: 'Funding',
      title: 'Small sums, large effects',
      text: 'A modest budget in a teacher’s own hands solves problems that a large purchase misses.',
    },
  ],
} as const;

export const distribution = {
  title: 'From the Forum to the Decision',
  text: 'Reports go to school boards, statehouse education offices, university faculties and public libraries. We also come in person: a teacher who was in the room presents the findings and stays for the questions.',
  partners: 'View Distribution Partners',
  presentation: 'Request a Presentation',
} as const;

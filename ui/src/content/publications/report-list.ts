/** Newest first. */
import beforeTheReferral from '../../pictures/covers/before-the-referral.svg';
import calmClassrooms from '../../pictures/covers/calm-classrooms.svg';
import doorsThatOpenForAll from '../../pictures/covers/doors-that-open-for-all.svg';
import oneDeviceManyNeeds from '../../pictures/covers/one-device-many-needs.svg';
import screensWithAPurpose from '../../pictures/covers/screens-with-a-purpose.svg';
import theLongBusRide from '../../pictures/covers/the-long-bus-ride.svg';
import theMessageHome from '../../pictures/covers/the-message-home.svg';
import theThirdYear from '../../pictures/covers/the-third-year.svg';
import whereTheDollarLands from '../../pictures/covers/where-the-dollar-lands.svg';
import whyGoodTeachersStay from '../../pictures/covers/why-good-teachers-stay.svg';
import { reportTitles, type ReportId } from './article-titles';
import type { Topic, years } from './reports';

export type Format = 'PDF' | 'Web' | 'Audio';

export interface Report {
  id: ReportId;
  title: string;
  subtitle: string;
  year: (typeof years)[number];
  topic: Topic;
  state: string;
  formats: readonly Format[];
  image: string;
}

export const reports: readonly Report[] = [
  {
    id: 'calm-classrooms',
    title: reportTitles['calm-classrooms'],
    subtitle: 'How Florida teachers keep order in the room without losing its warmth.',
    year: '2024',
    topic: 'Behavior',
    state: 'Florida',
    formats: ['PDF', 'Web', 'Audio'],
    image: calmClassrooms,
  },
  {
    id: 'doors-that-open-for-all',
    title: reportTitles['doors-that-open-for-all'],
    subtitle:
      'What it takes for every Virginia student to be known by name and held to high expectations.',
    year: '2024',
    topic: 'Equity',
    state: 'Virginia',
    formats: ['PDF', 'Web'],
    image: doorsThatOpenForAll,
  },
  {
    id: 'screens-with-a-purpose',
    title: reportTitles['screens-with-a-purpose'],
    subtitle: 'When California classrooms reach for a device, and when they put it away.',
    year: '2024',
    topic: 'Technology',
    state: 'California',
    formats: ['PDF', 'Web', 'Audio'],
    image: screensWithAPurpose,
  },
  {
    id: 'why-good-teachers-stay',
    title: reportTitles['why-good-teachers-stay'],
    subtitle: 'What Ohio teachers with long careers behind them would not trade for another job.',
    year: '2023',
    topic: 'Retention',
    state: 'Ohio',
    formats: ['PDF', 'Audio'],
    image: whyGoodTeachersStay,
  },
  {
    id: 'the-message-home',
    title: reportTitles['the-message-home'],
    subtitle: 'Letters, calls and apps: what reaches Texas families, and what is lost on the way.',
    year: '2023',
    topic: 'Communication',
    state: 'Texas',
    formats: ['PDF', 'Web'],
    image: theMessageHome,
  },
  {
    id: 'where-the-dollar-lands',
    title: reportTitles['where-the-dollar-lands'],
    subtitle: 'Following an Arizona school budget from the district office to the classroom.',
    year: '2023',
    topic: 'Funding',
    state: 'Arizona',
    formats: ['PDF', 'Web'],
    image: whereTheDollarLands,
  },
  {
    id: 'one-device-many-needs',
    title: reportTitles['one-device-many-needs'],
    subtitle: 'A laptop for each Florida student, and the work that came with it.',
    year: '2023',
    topic: 'Technology',
    state: 'Florida',
    formats: ['PDF'],
    image: oneDeviceManyNeeds,
  },
  {
    id: 'before-the-referral',
    title: reportTitles['before-the-referral'],
    subtitle: 'The small moves Texas teachers make before a student has to leave the room.',
    year: '2022',
    topic: 'Behavior',
    state: 'Texas',
    formats: ['PDF', 'Web'],
    image: beforeTheReferral,
  },
  {
    id: 'the-long-bus-ride',
    title: reportTitles['the-long-bus-ride'],
    subtitle: 'Distance, sleep and learning in the rural schools of Arizona.',
    year: '2022',
    topic: 'Equity',
    state: 'Arizona',
    formats: ['PDF', 'Audio'],
    image: theLongBusRide,
  },
  {
    id: 'the-third-year',
    title: reportTitles['the-third-year'],
    subtitle:
      'Why the third year makes or breaks a career, told by Ohio teachers who stayed and some who left.',
    year: '2022',
    topic: 'Retention',
    state: 'Ohio',
    formats: ['PDF'],
    image: theThirdYear,
  },
];

import { mailboxes } from '../site/organisation';
import { reportTitles } from './article-titles';
import whatTeachersWish from '../../pictures/covers/what-teachers-wish-lawmakers-knew.svg';
import scene from '../../pictures/scenes/reports.svg';

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

export const coverOf = (title: string) => `Cover of the report “${title}”`;

export const hero = {
  eyebrow: 'From the forums',
  lead: 'What teachers tell us at the forums, one question at a time, from the first pilot weekends to the national record.',
  scene,
} as const;

export const featured = {
  eyebrow: 'Featured report',
  id: 'what-teachers-wish-lawmakers-knew',
  title: reportTitles['what-teachers-wish-lawmakers-knew'],
  place: 'Twelve states',
  lead: '150+ educators from 12 states were asked one question: what do you wish lawmakers knew? Their answers settle into five reform areas.',
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
      text: 'A mentor in the building with time set aside for it, and pay that lets a teacher stay.',
    },
    {
      name: 'Tools teachers choose',
      text: 'New technology tried in real classrooms before a district signs for it.',
    },
    {
      name: 'Money for the room',
      text: 'School budgets that a parent can follow from the vote to the classroom.',
    },
  ],
  download: 'Download PDF',
  /** The button has no action yet. */
  today: 'The PDF is coming. Until then, read the whole report here:',
  read: 'Read the report',
} as const;

export const library = {
  eyebrow: 'The library',
  title: 'Past Reports',
  lead: 'Each report answers one question and can be read in a few minutes. Those of 2022 and 2023 come from our pilot weekends.',
  filters: 'Filter the reports',
  topic: 'Topic',
  year: 'Year',
  allTopics: 'All topics',
  allYears: 'All years',
  showing: (shown: number, all: number) => `Showing ${shown} of ${all} reports`,
  clear: 'Clear filters',
  formats: 'Formats',
  /** Every report can be read on this site. Other formats do not exist yet. */
  available: (formats: readonly string[]) => {
    const toCome = formats.filter((format) => format !== 'Web');
    return toCome.length === 0
      ? 'Read it here now.'
      : `Read it here now; ${toCome.join(' and ')} coming soon.`;
  },
  empty: {
    title: 'No report on that topic in that year',
    text: 'Our forums take up different questions each season. Choose another year, or clear the filters to see every report.',
  },
} as const;

export const trends = {
  eyebrow: 'Key trends',
  title: 'What We Hear Again and Again',
  lead: 'We read over 300 forum responses from over 100 districts side by side. Six themes kept coming back.',
  cards: [
    {
      topic: 'Behavior',
      title: 'Calm takes a whole school',
      text: 'Rooms settle sooner where the hallway, the office and the cafeteria keep the same few rules.',
    },
    {
      topic: 'Equity',
      title: 'Access begins with the schedule',
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
      text: 'Asked why they stayed, teachers name a colleague more often than a policy.',
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
  text: 'Reports and our six policy briefs go to school boards, statehouse education offices, university faculties and public libraries. Where we can, a teacher who took part presents the findings and stays for questions.',
  briefs: { title: 'Our Six Policy Briefs', link: 'Where the six briefs ended up' },
  /** Neither button has an action yet. */
  partnersToday: `The list is still to come. For now, ask for it at ${mailboxes.general}.`,
  presentationToday: `To ask for a presentation today, write to ${mailboxes.general}.`,
  partners: 'View Distribution Partners',
  presentation: 'Request a Presentation',
} as const;

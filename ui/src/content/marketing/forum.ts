import scene from '../../pictures/scenes/forum.svg';
import { dollars, forumSize, inWords, weekend } from './facts';
import { mailboxes } from '../site/organisation';
import { people } from './people';

export const forum = {
  hero: {
    eyebrow: 'Funded weekends for teachers',
    title: 'The Educators Forum',
    lead: 'Spend a weekend at a partner university with teachers from other towns, grades and states. Say what you see in your classroom, and help turn it into a report that school boards and lawmakers read.',
    picture: scene,
    apply: 'Apply to Attend',
    host: 'Host a Forum at Your Campus',
  },
  purposes: {
    eyebrow: 'Why teachers come',
    title: 'A Working Weekend, Not a Conference',
    lead: 'You will spend it at a table with good questions and enough time to answer them.',
    list: [
      {
        title: 'Collaborate',
        text: `Sit down with ${inWords[4]} other teachers who do your job somewhere else. Compare what you see, borrow what works, and find out how much you have in common.`,
      },
      {
        title: 'Contribute',
        text: 'Put what you know on the record. A trained note-taker records what is said at your table, and you check the words before you leave.',
      },
      {
        title: 'Create',
        text: 'Turn talk into something useful. Together you draft the findings, policy ideas and classroom strategies that go into our reports.',
      },
    ],
  },
  schedule: {
    eyebrow: 'The program',
    title: 'Three Days, from Friday to Sunday',
    lead: 'Every forum follows the same program, so that findings from different states can be compared.',
    dayOf: (day: number) => `Day ${day}`,
    days: [
      {
        weekday: 'Friday',
        title: 'Arrival & Orientation',
        items: [
          {
            time: '15:00',
            clock: '3:00 PM',
            title: 'Arrival and check-in',
            note: 'Your room key, your name tag and a map of the campus.',
          },
          {
            time: '17:00',
            clock: '5:00 PM',
            title: 'A walk across campus',
            note: 'With students of the host university as guides.',
          },
          {
            time: '18:00',
            clock: '6:00 PM',
            title: 'Welcome dinner',
            note: 'Seats are assigned, so that you meet people from outside your district.',
          },
          {
            time: '19:30',
            clock: '7:30 PM',
            title: 'Orientation',
            note: 'How the weekend works, how notes are taken and what stays private.',
          },
        ],
      },
      {
        weekday: 'Saturday',
        title: 'Forum Sessions',
        items: [
          {
            time: '08:30',
            clock: '8:30 AM',
            title: 'Guided group dialogues',
            note: `Tables of ${inWords[forumSize.teachersAtTable]}, on what helps students learn and what stands in the way.`,
          },
          {
            time: '12:00',
            clock: '12:00 PM',
            title: 'Lunch',
            note: 'An hour and a quarter, sitting down.',
          },
          {
            time: '13:15',
            clock: '1:15 PM',
            title: 'Curriculum and policy labs',
            note: 'Each table takes one problem and works out how to fix it, with coffee at three.',
          },
          {
            time: '18:30',
            clock: '6:30 PM',
            title: 'Dinner and open tables',
            note: 'The topics that did not fit, chosen by those who raised them.',
          },
        ],
      },
      {
        weekday: 'Sunday',
        title: 'Final Reports',
        items: [
          {
            time: '08:30',
            clock: '8:30 AM',
            title: 'Writing the findings',
            note: 'Each table puts its share of the report into its own words.',
          },
          {
            time: '10:30',
            clock: '10:30 AM',
            title: 'Reading and revising',
            note: 'The whole room goes through the draft, line by line, until it is right.',
          },
          {
            time: '12:00',
            clock: '12:00 PM',
            title: 'The questionnaire',
            note: 'Twenty minutes that add your answers to the national data.',
          },
          {
            time: '12:30',
            clock: '12:30 PM',
            title: 'Lunch and safe travels',
            note: 'A boxed lunch for those with a long way home.',
          },
        ],
      },
    ],
    colophon:
      'Lodging and all meals, breakfasts included, are provided from Friday’s dinner to Sunday’s lunch.',
  },
  testimonials: {
    eyebrow: 'In their words',
    title: 'What Teachers Say Afterward',
    list: [
      {
        person: people.graceNakamura,
        role: 'Middle school science, California',
        text: 'I’ve sat through more trainings than I can count. At this one, the questions went the other way.',
      },
      {
        person: people.williamHayes,
        role: 'High school science, Ohio',
        text: 'Drove home with a list of things to try on Monday. The best two came from a second-grade teacher. I teach chemistry. Go figure.',
      },
      {
        person: people.deniseFairfax,
        role: 'Middle school Spanish, Virginia',
        text: 'I kept waiting for the sales pitch. There wasn’t one: only long conversations, real food and a very good moderator.',
      },
    ],
  },
  eligibility: {
    eyebrow: 'Eligibility',
    title: 'Who May Attend',
    lead: 'Forums are free to attend. Here is what to know.',
    list: [
      {
        term: 'Current K-12 teacher (public or private)',
        note: 'You are teaching this school year, in a public, charter or private school.',
      },
      {
        term: 'All grades and subjects',
        note: 'Kindergarten and calculus, band and biology. A good table has a mix.',
      },
      {
        term: 'Selection by diversity of experience and geography',
        note: 'First-year teachers and veterans, city blocks and county roads.',
      },
      {
        term: 'Travel stipend and meals provided',
        note: `We cover your trip and your room, and send you a stipend of ${dollars(weekend.stipend)} afterward.`,
      },
      {
        term: 'No political agenda and no presentations',
        note: 'You are not asked to take a side or to prepare a talk.',
      },
    ],
  },
  partnerships: {
    eyebrow: 'Partnerships',
    title: 'For Universities and School Districts',
    text: `A university that hosts lends us rooms and student note-takers for one weekend, and provides beds and meals at cost. A district that takes part gives its teachers the Friday afternoon off. Both receive the forum’s report. Write to ${mailboxes.forums}.`,
    button: 'Contact Partnerships',
  },
} as const;

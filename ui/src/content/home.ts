/** Every sentence, figure and picture of the home page. */
import map from '../pictures/map/states-and-districts.svg';
import heroScene from '../pictures/scenes/home.svg';
import whyScene from '../pictures/scenes/why.svg';
import { people } from './people';

export const home = {
  hero: {
    eyebrow: 'A nonprofit for K-12 teachers',
    title: 'Listen to the people who teach.',
    lead: 'We bring K-12 teachers together for funded weekends at partner universities, and turn what they know into reports, policy briefs and tools for reform.',
    picture: heroScene,
    apply: {
      label: 'Apply to Join the Educators Forum',
      feature: 'Applying from this page',
    },
    donate: { label: 'Donate to Support a Teacher', page: 'donate' },
  },

  why: {
    title: 'Why We Exist',
    statement: 'Decisions about schools are made in many rooms. There is seldom a teacher in them.',
    paragraphs: [
      'Every school day, teachers see at close range what helps children learn and what gets in the way. They know which program quietly works, which form nobody reads, and which small change would give a class its hour back.',
      'Little of that knowledge leaves the building. A survey shrinks it to a number, and the school day leaves no time to write it down.',
      'So we make the time. At a forum, teachers from different districts talk for a weekend, with no political agenda and no presentations. We write down what they agree on, where they differ and what they would try first, and we put it before the people who decide.',
    ],
    picture: whyScene,
  },

  steps: {
    eyebrow: 'The forum in six steps',
    title: 'From Conversation to Record',
    lead: 'One weekend, a table of colleagues from other districts, and a report that carries their words further than any of them could alone.',
    items: [
      {
        icon: 'arrival',
        title: 'Arrival & Welcome',
        text: 'A room key, a name card, dinner on campus, and a table of teachers who have not met before.',
      },
      {
        icon: 'dialogues',
        title: 'Guided Group Dialogues',
        text: 'Small groups take one question at a time. A trained facilitator sees to it that everyone gets a turn.',
      },
      {
        icon: 'labs',
        title: 'Curriculum & Policy Labs',
        text: 'What came up in the dialogues is worked into changes that a school, a district or a lawmaker could make.',
      },
      {
        icon: 'meals',
        title: 'Meals + Stipend Provided',
        text: 'Meals and lodging are taken care of, and every teacher receives a stipend. A weekend of work is worth one.',
      },
      {
        icon: 'report',
        title: 'Final Report Generation',
        text: 'Each group drafts its findings before it leaves and reads them back aloud, line by line.',
      },
      {
        icon: 'data',
        title: 'National Data Collection',
        text: 'Findings from every forum join one national record, without names, open to anyone who makes policy.',
      },
    ],
    dates: { label: 'See Upcoming Seminar Dates', feature: 'The list of upcoming seminar dates' },
  },

  quote: {
    label: 'From a participant',
    text: 'I teach second grade, so I can tell when someone is only pretending to listen. That weekend nobody pretended, and somebody wrote it all down.',
    name: people.leilaHaddad.name,
    role: 'Second-grade teacher, Arizona',
    image: people.leilaHaddad.image,
  },

  figures: {
    title: 'Our First Year in Numbers',
    items: [
      { value: 117, suffix: '', label: 'school districts represented' },
      { value: 93, suffix: '%', label: 'of teachers felt heard' },
      { value: 6, suffix: '', label: 'published policy briefs' },
      { value: 12, suffix: '', label: 'university partners' },
      { value: 87, suffix: '%', label: 'of attendees offered new classroom strategies' },
    ],
    map: {
      picture: map,
      alt: 'Map of the United States. Twelve states are highlighted: Arizona, California, Colorado, Florida, Georgia, Michigan, New York, North Carolina, Ohio, Texas, Virginia and Washington. A dot marks each school district represented.',
      caption: 'Where the teachers of our first year came from: each dot is a school district.',
    },
  },

  takePart: {
    title: 'There Is a Place for You Here',
    teacher: {
      title: 'For teachers',
      text: 'Bring what your classroom has taught you. The weekend is paid for, and so is your time.',
      label: 'Join a Forum',
      feature: 'Joining a forum from this page',
    },
    supporter: {
      title: 'For supporters',
      text: 'A gift puts one more teacher at the table: the travel, the stipend and the materials.',
      label: 'Support a Teacher',
      page: 'donate',
    },
    school: {
      title: 'For schools and universities',
      text: 'Open your campus for a weekend, or let your teachers know that there is a chair for them.',
      label: 'Become a Partner',
      page: 'contact',
    },
  },

  newsletter: {
    title: 'Stay Connected',
    lead: 'New reports, dates of the next forums, and now and then a story from a classroom. A few letters a year, no more.',
    name: 'Name',
    email: 'Email Address',
    isEducator: 'I am an educator',
    submit: 'Subscribe',
  },
} as const;

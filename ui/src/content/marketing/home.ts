import map from '../../pictures/map/states-and-districts.svg';
import heroScene from '../../pictures/scenes/home.svg';
import whyScene from '../../pictures/scenes/why.svg';
import { firstYear, forumSize, inWords } from './facts';
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
    statement: 'Decisions about schools are made in many rooms. There is rarely a teacher in them.',
    paragraphs: [
      'Every school day, teachers see at close range what helps children learn and what gets in the way. They know which program works, which form could go, and which small change would give a class its hour back.',
      'Little of that knowledge leaves the building. A survey shrinks it to a number, and the school day leaves no room for more.',
      'So we make the time. At a forum, teachers from different districts talk for a weekend, with no political agenda and no presentations. We record what they agree on, where they differ and what they would try first, and we bring it to school boards and lawmakers.',
    ],
    picture: whyScene,
  },

  steps: {
    eyebrow: 'The forum in six steps',
    title: 'From Conversation to Record',
    lead: 'One weekend, a table of colleagues from other districts, and a report that reaches further than any of them could alone.',
    items: [
      {
        icon: 'arrival',
        title: 'Arrival & Welcome',
        text: 'A room key, a name tag, dinner on campus, and a table of teachers who have not met before.',
      },
      {
        icon: 'dialogues',
        title: 'Guided Group Dialogues',
        text: `Groups of ${inWords[forumSize.teachersAtTable]} take one question at a time. A trained facilitator makes sure everyone gets a turn.`,
      },
      {
        icon: 'labs',
        title: 'Curriculum & Policy Labs',
        text: 'Each group turns what came up in the dialogues into changes that a school, a district or a lawmaker could make.',
      },
      {
        icon: 'meals',
        title: 'Meals + Stipend Provided',
        text: 'Meals and lodging are taken care of, and every teacher receives a stipend for the weekend’s work.',
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
    text: 'I teach second grade, so I can tell when someone is only pretending to listen. That weekend they weren’t. My table argued about recess for an hour, and I loved it.',
    person: people.leilaHaddad,
    role: 'Second-grade teacher, Arizona',
  },

  figures: {
    title: 'Our First Year in Numbers',
    source: `${firstYear.year}: ${inWords[firstYear.forums]} forums, ${firstYear.teachers} teachers. The percentages are of the ${firstYear.answered} who answered the questionnaire on the last day.`,
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
      caption: `Where the teachers of ${firstYear.year} came from: each dot is a school district.`,
    },
  },

  takePart: {
    title: 'There Is a Place for You Here',
    teacher: {
      title: 'For teachers',
      text: 'Bring what your classroom has taught you. Your trip, your room and your meals are covered, and a stipend comes with them.',
      label: 'Join a Forum',
      feature: 'Joining a forum from this page',
    },
    supporter: {
      title: 'For supporters',
      text: 'A gift brings a teacher to the table: it pays for travel, the stipend and materials.',
      label: 'Support a Teacher',
      page: 'donate',
    },
    school: {
      title: 'For schools and universities',
      text: 'Universities open their campus for a weekend. Districts give their teachers the Friday afternoon off to get there.',
      label: 'Become a Partner',
      page: 'contact',
    },
  },

  newsletter: {
    title: 'Stay Connected',
    lead: 'New reports, the dates of the next forums, and now and then a story from a classroom: a few emails a year.',
    name: 'Name',
    email: 'Email Address',
    isEducator: 'I am an educator',
    submit: 'Subscribe',
  },
} as const;

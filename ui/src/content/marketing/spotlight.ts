import { people } from './people';

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

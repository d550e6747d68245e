import type { ReportArticle } from '../article';

export const article: ReportArticle = {
  teachers: 14,
  blocks: [
    'In rural Arizona the school day begins in the dark. Fourteen teachers from districts where some students ride for more than an hour each way met in 2022, at one of our pilot weekends. They had driven almost as far themselves.',
    { heading: 'The length of the day' },
    'Each teacher had asked one class about the way to school. Together they teach 311 students who come by bus. One in four is on it for an hour or longer, one way. For them a school day with a club at the end lasts more than eleven hours.',
    {
      chart: {
        title: 'The ride to school, one way',
        unit: 'Students who come by bus',
        of: 311,
        source: '14 classes, Arizona, 2022',
        rows: [
          ['Under 20 minutes', 74],
          ['20 to 39 minutes', 92],
          ['40 to 59 minutes', 66],
          ['An hour or longer', 79],
        ],
      },
    },
    { heading: 'Sleep' },
    'Teachers in the first period know who has the long ride. They see it in the heads on the desks and in the answers that come in the second half of the lesson. Several had moved new material away from the first hour. One starts the day with reading aloud, because “it reaches those who are still arriving.”',
    {
      quote:
        'She’s the first one on at ten to six and she waves at the driver. She’s ten. That’s longer than my commute when I lived in Chicago.',
      by: 'Fifth-grade teacher, Arizona',
    },
    { heading: 'What the bus could be' },
    'Two districts have tried to use the ride. In one, older students read with younger ones on Tuesdays. In the other, the bus carries a box of audiobooks and a set of headphones for each seat. Neither costs much. Both need a driver who is asked first and thanked afterward.',
    { heading: 'How we asked' },
    'Students answered on a slip of paper without their names: where they get on, when, and when they are at school. Younger classes did it with their teachers and a map. The four groups of the chart were fixed before the slips were counted. We did not ask about families or incomes, and nothing here says anything about them.',
    { heading: 'What they recommend' },
    {
      points: [
        'Start secondary schools later on the longest routes, and run the routes again with that in mind.',
        'Give long riders first choice of clubs, and a late bus to go with it.',
        'Put no test in the first hour on a Monday.',
      ],
    },
  ],
};

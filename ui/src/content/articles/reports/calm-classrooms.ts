import type { ReportArticle } from '../article';

export const article: ReportArticle = {
  teachers: 20,
  blocks: [
    'The Southeast forum of 2024 brought twenty Florida teachers to Bayhead University. Their question was an old one: how do you keep order in a room without losing its warmth? We expected to hear about rules. We heard about mornings.',
    { heading: 'The first ten minutes' },
    'Teachers who called their rooms calm described the same opening, whatever the grade: a greeting at the door, a task that is ready on the board, and no announcements until everyone has begun. A high school English teacher times it. A kindergarten teacher sings it.',
    {
      chart: {
        title: 'What Florida teachers do in the first ten minutes',
        unit: 'Teachers who do it on most days',
        of: 20,
        source: 'Table notes and questionnaire, Southeast forum, 2024',
        rows: [
          ['Greet students at the door', 17],
          ['Task waiting on the board', 16],
          ['Same routine every day', 14],
          ['Two minutes of quiet', 9],
          ['Announcements', 4],
        ],
      },
    },
    { heading: 'Few rules, kept by everyone' },
    'Rooms settle sooner where the hallway, the office and the cafeteria keep the same rules. Sixteen of the twenty teach in buildings where each adult has their own. “You spend October teaching them which teacher allows what,” one of them said. The four whose schools had agreed on a short list, five lines at most, reported fewer referrals and less tiredness in the afternoon.',
    {
      quote:
        'They will test a rule that only I believe in. They don’t bother with one that the custodian knows too.',
      by: 'Middle school teacher, Florida',
    },
    { heading: 'When it goes wrong anyway' },
    'Nobody at the tables claimed a method that always works. What they shared was an order of steps: lower your voice, move closer, offer one choice, and let the student keep their dignity. The last step is the hardest in front of thirty classmates, and the one that decides about tomorrow.',
    { heading: 'How we asked' },
    'The notes of all four tables were compared after the weekend, and every number in the chart was then checked with the questionnaire that the same teachers filled out on Sunday. Where the two did not agree, we asked the teacher.',
    { heading: 'What they recommend' },
    {
      points: [
        'Agree as a school on at most five rules, written by a group in which students and staff of the cafeteria and the buses take part.',
        'Protect the first ten minutes: no intercom, no visits, no pulling students out.',
        'Give each grade one hour a month to talk about routines, and about nothing else.',
      ],
    },
  ],
};

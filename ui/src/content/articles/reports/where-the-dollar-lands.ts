import type { ReportArticle } from '../article';

export const article: ReportArticle = {
  teachers: 17,
  blocks: [
    'Seventeen Arizona teachers spent a pilot weekend of 2023 with the published budgets of their own districts, a stack of highlighters and a retired school accountant. Their task was to follow one line, “instructional supplies,” from the board’s vote to a classroom.',
    { heading: 'How far it could be followed' },
    'Three got all the way. Six lost the line at the district office, where it is pooled; five at the school, where it is spent by October on paper and toner; and three could not find it in the published budget at all. None of this is improper. It is only impossible to see.',
    {
      chart: {
        title: 'Where the trail ended',
        unit: 'Teachers, by the place where they lost the line',
        of: 17,
        source: 'Work with the published budgets of 17 districts, Arizona, 2023',
        rows: [
          ['At the district office', 6],
          ['At the school', 5],
          ['Not in the published budget', 3],
          ['Followed to a classroom', 3],
        ],
      },
    },
    { heading: 'What a classroom gets' },
    'Where the money could be followed, it came to between four and eleven dollars for each student and year. The teachers had kept their receipts as well. On average they had put in more than that from their own pockets, for pencils, snacks and books. Nobody was proud of this, and several were embarrassed.',
    {
      quote:
        'I teach the children of the people who voted for this budget. I’d like to be able to show them their own money.',
      by: 'Fourth-grade teacher, Arizona',
    },
    { heading: 'A modest sum in a teacher’s hands' },
    'Two schools give each teacher a card with a small sum in August, to spend on anything for the class. Both had kept the accounts for three years. Most had gone to books and repairs. Not one purchase had been questioned, and both principals said the card had ended more arguments than any meeting.',
    { heading: 'How we asked' },
    'Teachers worked in pairs, each with the other’s budget, so that no one followed a trail they already knew. The accountant answered questions about terms and about nothing else. Afterward we sent what we had found to all seventeen districts; four wrote back, and two have since published a page that is easier to read.',
    { heading: 'What they recommend' },
    {
      points: [
        'Publish one page a year for each school: what was voted, what arrived, what it bought.',
        'Give each teacher a small sum of their own in August.',
        'Teach new principals to read a budget, by someone who has closed one.',
      ],
    },
  ],
};

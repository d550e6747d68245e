import type { ReportArticle } from '../article';

export const article: ReportArticle = {
  teachers: 21,
  blocks: [
    'When schools reopened after the pandemic, several Florida districts gave every student a laptop. At a pilot weekend in 2023, twenty-one teachers told us what had become of them. The laptops were still there. So was the work that had come with them.',
    { heading: 'Who became the help desk' },
    'The first finding is an hour a week. That is what teachers spend, on average, on forgotten passwords, flat batteries and broken hinges. In elementary school it is more. The job is in no contract, and it falls to whoever is patient.',
    {
      chart: {
        title: 'Minutes a week spent on keeping devices working',
        unit: 'Average of each group, in minutes',
        of: 90,
        source: 'Logs of 21 teachers over four weeks, Florida, 2023',
        rows: [
          ['Elementary school', 84],
          ['Middle school', 61],
          ['High school', 38],
        ],
      },
    },
    { heading: 'What got better' },
    'It would be wrong to leave it there. Students who are absent can follow. Students who read slowly can listen. A boy who had not spoken in class for a year wrote four pages to his teacher in the evenings. Of the twenty-one, only two would give the laptops back, and both of these teach six-year-olds.',
    {
      quote: 'It didn’t replace anything. It added a second classroom, and I work in both.',
      by: 'Middle school teacher, Florida',
    },
    { heading: 'The same device for all' },
    'A laptop that suits a senior does not suit a first-grader, and a child who shares a kitchen table with three others has little use for homework that needs quiet and a charger. Teachers asked for differences: tablets for the youngest, spare batteries, a room that stays open until five.',
    { heading: 'How we asked' },
    'For four weeks in the spring each teacher noted, at the end of the day, how many minutes had gone into keeping devices working, and nothing else. We asked for no explanation and gave no example, so as not to suggest a number. Two logs had gaps of more than three days and are left out of the averages, though not of the conversations. Twenty-one teachers are a small group, and the difference between grades is larger than any of them had guessed.',
    { heading: 'What they recommend' },
    {
      points: [
        'A technician in the building on two fixed days, and a bin of charged spares.',
        'No homework that needs a connection, unless the building stays open.',
        'Before the next purchase, ask those who open the lids.',
      ],
    },
  ],
};

import type { ReportArticle } from '../article';

export const article: ReportArticle = {
  teachers: 19,
  blocks: [
    'Our first pilot weekend, in Ohio in 2022, brought together nineteen teachers. Seven of them had left the profession after their second, third or fourth year. They sat at the same tables as the others. Their question was why the third year, of all years, makes or breaks a career.',
    { heading: 'What is different about it' },
    'In the first year everyone helps. In the second you use what you learned. In the third, they told us, two things happen at once: the help ends, and the duties begin. Third-year teachers were asked to lead a club, join a committee and take the class that others had declined, because by then they were good enough.',
    {
      chart: {
        title: 'When they came closest to leaving',
        unit: 'Teachers and former teachers, by year of the career',
        of: 19,
        source: 'Conversations, Ohio pilot weekend, 2022',
        rows: [
          ['First year', 3],
          ['Second year', 4],
          ['Third year', 8],
          ['Fourth year', 3],
          ['Later', 1],
        ],
      },
    },
    { heading: 'Those who left' },
    'They were not tired of children. Five of the seven work with them still: in a museum, at a clinic, on a riverboat. Asked what would have kept them, four named the same thing, which no one had offered: a lighter year. Fewer preparations for twelve months, and then the full load again.',
    {
      quote:
        'I’d have stayed for one year with two preps instead of four. I was too proud to ask, and it never occurred to anyone to offer.',
      by: 'Former high school teacher, Ohio',
    },
    { heading: 'Those who stayed' },
    'They could say who had noticed. A department head who took back a committee, a principal who visited for the first time in months and stayed the hour. Being noticed in the third year, they said, is worth three mentors in the first.',
    { heading: 'How we asked' },
    'We asked each person to draw a line through the years of their career, high where it was good and low where it was not, and to explain the lowest point. The lines were compared only after everyone had told their story. Nineteen lines prove nothing. That so many of them have their dip in the same place made us look further.',
    { heading: 'What they recommend' },
    {
      points: [
        'Move a part of the mentoring from the first year to the third.',
        'Give nobody in the third year more than two different courses to prepare.',
        'Let principals sit in on third-year classes in October, and say what they liked.',
      ],
    },
  ],
};

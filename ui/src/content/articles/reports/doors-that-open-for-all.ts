import type { ReportArticle } from '../article';

export const article: ReportArticle = {
  teachers: 20,
  blocks: [
    'What does it take for every student to be known by name and held to high expectations? Twenty Virginia teachers worked on that question for a weekend in 2024. They began with a list of all the doors in a school that are harder to open for some: the advanced class, the late activity bus, the office of the counselor, the ear of an adult.',
    { heading: 'It begins with the schedule' },
    'Before anyone is tested, the schedule has decided a good deal. In nine of the twenty schools the only section of an advanced class meets at the same time as the only section of something else that many students need: band, English for newcomers, a resource period. Students do not turn the class down. They are never asked.',
    {
      chart: {
        title: 'What keeps students out of advanced classes',
        unit: 'Teachers who see it in their own school',
        of: 20,
        source: 'Questionnaire, Mid-Atlantic forum, 2024; several answers possible',
        rows: [
          ['Conflicts in the schedule', 13],
          ['No late bus', 11],
          ['Families are not told', 10],
          ['A single test decides', 8],
          ['Students are not encouraged', 7],
        ],
      },
    },
    { heading: 'Known by name' },
    'One middle school had printed every student’s name on a wall in the teachers’ room and asked the staff to put a dot beside each one they could say something about. About sixty names had no dot. By the spring, each had at least two. It took no money. It took four meetings and the courage to look at the wall.',
    {
      quote:
        'I had taught there eleven years and I was sure we knew our kids. Then I saw the wall.',
      by: 'Middle school teacher, Virginia',
    },
    { heading: 'High expectations, said aloud' },
    'Our tables argued for an hour about what “high expectations” means. They settled on a practical test: does the student get work that could be wrong? Worksheets that cannot go wrong, they said, are the clearest sign that a school has stopped expecting anything.',
    { heading: 'How we asked' },
    'The figures are what twenty teachers see in their own schools, and not a count of schools in Virginia.',
    { heading: 'What they recommend' },
    {
      points: [
        'Look at the master schedule for conflicts before the year begins, with a counselor and two teachers at the table.',
        'Run one late bus on two fixed days, and put the clubs and the extra help on those days.',
        'Invite families to advanced courses by a call from a teacher and in their own language.',
      ],
    },
  ],
};

import type { ReportArticle } from '../article';

export const article: ReportArticle = {
  teachers: 20,
  blocks: [
    'At the Pacific forum of 2024 twenty California teachers kept a log before they came: for one week, each wrote down when the class reached for a device, for how long, and whether it had been worth it. They brought the logs along and laid them on the table.',
    { heading: 'What the logs say' },
    'Screens were in use for a little under two hours of a six-hour day. That surprised hardly anyone. How unevenly the time was judged did. For writing, research and practice with quick answers, teachers thought it well spent. For reading long texts and for filling the last minutes of a lesson, they mostly did not.',
    {
      chart: {
        title: 'Was it worth it?',
        unit: 'Share of logged uses that the teacher would repeat, in percent',
        of: 100,
        source: 'Logs of one week, Pacific forum, 2024; 412 uses',
        rows: [
          ['Writing and revising', 86],
          ['Research with a question', 81],
          ['Practice with instant answers', 74],
          ['Showing student work', 69],
          ['Reading long texts', 38],
          ['Filling the last minutes', 17],
        ],
      },
    },
    { heading: 'Putting it away' },
    'The most practiced skill in the room was the end of screen time. A physics teacher has students close the lid to “half mast” whenever someone speaks. A second-grade teacher keeps the tablets in a basket with a blanket over it. “Out of sight is a real thing when you are seven,” she said.',
    {
      quote: 'The device is a very good pencil and a very bad babysitter.',
      by: 'High school mathematics teacher, California',
    },
    { heading: 'Who chooses' },
    'Eleven of the twenty had no say in choosing a single program they use. In two districts teachers try a product for six weeks before anything is signed. Those two had the shortest lists of programs, and the only teachers in the room who could name everything on theirs.',
    { heading: 'How we asked' },
    'The logs were kept on paper, with four boxes to tick and one line for a remark. We did not say what we expected, and the teachers did not see one another’s pages until Saturday. A log kept by its author flatters its author, as one of them pointed out; that is a reason to trust the low figures more than the high ones.',
    { heading: 'What they recommend' },
    {
      points: [
        'Buy after a trial in at least five classrooms, and publish what the teachers said.',
        'Retire a program for each new one.',
        'Teach the closing of the lid as carefully as the opening.',
      ],
    },
  ],
};

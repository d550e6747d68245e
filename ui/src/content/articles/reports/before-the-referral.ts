import type { ReportArticle } from '../article';

export const article: ReportArticle = {
  teachers: 16,
  blocks: [
    'A referral sends a student out of the room. This report is about the minutes before it. Sixteen Texas teachers came to one of our first pilot weekends, in 2022. They teach in schools with very different numbers of referrals, and we asked them to describe, move by move, the last time they had nearly written one and had not.',
    { heading: 'Small moves' },
    'There were forty-one stories. Sorted by what the teacher did first, they make a short list. Hardly any of it can be seen from the back of the room.',
    {
      chart: {
        title: 'The first move',
        unit: 'Stories in which the teacher began with it',
        of: 41,
        source: 'Stories told by 16 teachers, Texas, 2022',
        rows: [
          ['Moved closer, said nothing', 13],
          ['Gave the student an errand', 9],
          ['Lowered the voice', 8],
          ['Changed the task for everyone', 7],
          ['Asked one quiet question', 4],
        ],
      },
    },
    { heading: 'An errand' },
    'Nine stories turn on an errand: a note to the office with nothing in it, a book for the teacher next door. The student gets two minutes and a reason to have left. The teacher next door knows what the book means. Schools where this works have agreed on it; where they have not, a child in the hallway is only a child in the hallway.',
    {
      quote: 'I sent him with a sealed envelope to Mrs. Ruiz. It said: hi. She sent one back.',
      by: 'Seventh-grade teacher, Texas',
    },
    { heading: 'What makes it possible' },
    'Teachers who made such moves had slept, or had a second adult within reach, or taught fewer than twenty-five students in that hour. They said this themselves, and were uneasy about it: the small moves are skill, and skill needs room. By the last period on a Friday most of them had written referrals too.',
    { heading: 'How we asked' },
    'Each teacher told three stories to the rest of the table, which wrote down only what the teacher did and in what order. Names, and everything by which a student could be recognized, were left out at the table and not afterward. Two readers then sorted the forty-one first moves separately; they differed on three.',
    { heading: 'What they recommend' },
    {
      points: [
        'Count what did not become a referral, and talk about it as a staff.',
        'Agree with the teacher next door on an errand.',
        'Look at which hour of the week the referrals come from before looking at which student.',
      ],
    },
  ],
};

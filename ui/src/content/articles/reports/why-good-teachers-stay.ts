import type { ReportArticle } from '../article';

export const article: ReportArticle = {
  teachers: 22,
  blocks: [
    'Much is known about why teachers leave. In 2023, at a pilot weekend in Ohio, we asked the other question. Twenty-two teachers came, none of them with fewer than fifteen years in the classroom. What had they not been willing to trade for another job?',
    {
      chart: {
        title: 'What kept them',
        unit: 'Teachers who named it among their three reasons',
        of: 22,
        source: 'Interviews, Ohio pilot weekend, 2023',
        rows: [
          ['A particular colleague', 18],
          ['The students, in June', 15],
          ['Freedom in their own room', 12],
          ['A principal who listens', 9],
          ['Pay and pension', 7],
          ['Short way to work', 3],
        ],
      },
    },
    { heading: 'A person, not a policy' },
    'Eighteen of the twenty-two named a colleague, and most could say the room number. It was seldom the official mentor. It was the teacher across the hallway who lent a lesson in the first October and did not mention it afterward. Several had become that teacher for someone since, without being asked.',
    {
      quote: 'She left a casserole and a unit on fractions on my desk. I stayed twenty-six years.',
      by: 'Elementary teacher, Ohio',
    },
    { heading: 'June' },
    'We heard the word often. June is when a class that could not walk down a hallway in September runs its own discussion. Teachers who had moved grades every other year seldom spoke of it; those who had been left with one age for a while did. Staying, it seems, needs the chance to see something finished.',
    { heading: 'The door you can close' },
    'Freedom did not mean being left alone. It meant being trusted to change the order of a unit, to spend a third day on what the first two had not settled, to read a book that is not on the list and to say why. Teachers who had lost that freedom under one principal and won it back under another dated their careers by it.',
    { heading: 'How we asked' },
    'Interviews lasted about forty minutes and were led by teachers from another table. Everyone was asked for three reasons, in their own words, before any list was shown. We sorted the answers later and read the groups back to the room on Sunday, where two were renamed and one was divided.',
    { heading: 'What they recommend' },
    {
      points: [
        'Put new teachers next door to good ones. All it costs is a new floor plan.',
        'Let teachers who ask for it keep their grade for five years.',
        'Ask those who stay, every year, what would make them go; and answer.',
      ],
    },
  ],
};

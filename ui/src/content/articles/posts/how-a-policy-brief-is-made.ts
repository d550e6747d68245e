import type { Article } from '../article';

export const article: Article = {
  blocks: [
    'A brief has four pages and takes us eleven weeks. People who have worked in newspapers find this amusing. Here is where the time goes.',
    {
      chart: {
        title: 'Eleven weeks',
        unit: 'Weeks spent on each stage of a brief, on average',
        of: 11,
        source: 'Records of our six briefs, to 2025',
        rows: [
          ['Reading the notes', 2],
          ['Writing', 2],
          ['Checking figures', 1],
          ['Teachers read it', 4],
          ['Plain language and layout', 1],
          ['Printing', 1],
        ],
      },
    },
    { heading: 'From the flip charts' },
    'A brief begins in a Curriculum & Policy Lab, usually on the third or fourth sheet of a flip chart, where the writing gets smaller. By then a table has stopped listing problems and begun to say what it would try. We photograph every sheet, type up all of them and compare them with those of other forums. If three tables that never met propose the same thing, it is a candidate.',
    { heading: 'Writing' },
    'One of us drafts, always on a single question. The first page says what teachers propose. The second says what they have seen, in numbers where we have them and in sentences where we have not. The third says what it would cost and who has tried it. The fourth says what speaks against it. I am fond of the fourth page. It is the one that legislators read first.',
    { heading: 'The check that takes longest' },
    'Then the draft goes back to every teacher whose words or figures are in it. They have four weeks, and we do not hurry them; it is their name, even where it is not printed. About one quotation in six is changed at this stage, nearly always to make it plainer. Once, a teacher withdrew a story because the student in it might have been recognized. The brief is better without it.',
    {
      quote: 'That’s what I said, but it isn’t what I meant. Can I have it back for a day?',
      by: 'Elementary teacher, Virginia',
    },
    { heading: 'Plain language' },
    'Priya Raman, of our board, reads every brief aloud to someone who does not work in a school. Where they frown, we rewrite. Our briefs contain no sentence that begins with “Stakeholders.”',
    { heading: 'Eleven weeks' },
    'Could it be quicker? We have thought about cutting the four weeks to two. Each time, somebody brings up the story that was withdrawn.',
  ],
};

import { briefs } from '../../publications/briefs';
import type { Article } from '../article';

export const article: Article = {
  blocks: [
    'A policy brief is four pages long, and its natural place is the bottom of a stack. Ours are no exception. So this winter I went to see where six of them had ended up. Six desks, in five states; one visit by phone, because of snow.',
    { heading: 'The six' },
    {
      points: briefs.map(([title, about]) => `${title}: ${about}.`),
    },
    { heading: 'What a spreadsheet had not told them' },
    'I asked all six readers the same question. What did a teacher tell you that a spreadsheet had not?',
    'A transportation director said it was the word “wave.” A ten-year-old waves at the driver at ten to six, the report said, and he had gone out the next week to see. The route now runs in the other direction on alternate days, so that she is first one week and last the next.',
    'A board member said it was the third year. Her district had counted resignations for decades and had never sorted them by year of service. It took an afternoon. The peak was exactly where the teachers had said.',
    { quote: 'I had the number. I had never had the reason.', by: 'District superintendent, Ohio' },
    { heading: 'The two that were not read' },
    'In one office the brief was still in its envelope. The aide who showed me was mortified; I was grateful, because it told us something. We had sent it in the last week of the session. We now send nothing in that week.',
    'In the other it had been read, by someone who disagreed with it on nearly every point. She had written her objections in the margin, forty or so, in green ink. I asked whether I might copy them. They are the best comments any of our briefs has received, and two of her corrections are in the second printing.',
    { heading: 'What I look for now' },
    'I have read education bills for a living, and I used to judge a brief by whether it was right. I have begun to judge it by whether someone has spilled coffee on it. Four of the six qualify.',
  ],
};

import type { Article } from '../article';

export const article: Article = {
  blocks: [
    'Committee rooms are smaller than they look on a screen. In April I sat in the second row of one while a page written by teachers was read into the record. The bill was about planning time. I teach mathematics, and I counted: our page took one minute and fifty seconds.',
    { heading: 'Before the hearing' },
    'The page came out of a policy lab on a Saturday afternoon. Five teachers, none from the same district, had agreed on three sentences about what planning time is for and one about what happens when it is taken. The brief that grew from it has four pages; this was the first.',
    'A member of the committee had asked for evidence “that isn’t a slogan.” We sent the brief, the notes behind it with the names removed, and the phone number of a teacher who was willing to be called between 2:40 and 3:10, when her own planning period is. He called her at 2:45.',
    { heading: 'The questions' },
    'Three members asked about the page. One wanted to know how many teachers stood behind it. The answer, twenty at that forum, seemed to him few; a colleague pointed out that it was twenty more than had been asked before. Another asked about cost, for which we had a range and said so.',
    'The third questioned a figure, and he was right to. We had written that teachers lose “about a third” of their planning time. The notes say between a fifth and two fifths, depending on the school. The brief now gives the range.',
    { heading: 'The two sentences' },
    'When the bill came back, two sentences of ours stood in its preamble, slightly shortened. The bill itself had changed too: planning time, once scheduled, may still be taken away, but it must then be paid. Nobody can say that this was our doing. Four other groups had asked for the same thing, and one of them had been at it for nine years.',
    { heading: 'What I told my students' },
    'I brought the two sentences to my second-period class with the shortened words struck out. They voted eleven to nine that the shorter version was better. Then a girl in the back asked whether the man who called had known it was her teacher’s planning period. He had. He had apologized for it.',
  ],
};

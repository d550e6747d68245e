import type { Article } from '../article';

export const article: Article = {
  blocks: [
    'At 7:20, before the buses, Samuel Ortiz unlocks Room 9 of an elementary school near the coast of Florida, puts a toaster on the windowsill and a fractions board on the rug. By 7:25 there are four children on the rug. By half past there are twelve, and the room smells of toast.',
    'Officially it is nothing: no club, no program, no grant. Parents who start work early asked if their children might wait inside. He said yes, and since fifth-graders do not wait well, he brought a game.',
    { heading: 'The fractions board' },
    'It is an old backgammon board with the points painted in twelfths. Two players, one pile of wooden strips, and a rule that you may only take what you can name. Mr. Ortiz, who is in his fifth year of teaching, invented it in his second, during a week when nothing else had worked.',
    '“I thought I was giving them breakfast,” he says. “Really they were giving me a pre-test.”',
    { heading: 'What he learns by eight' },
    'While they play he listens. A girl says “three-quarters, I mean nine of them.” A boy takes two-sixths and hesitates over whether it is a third. By eight o’clock he knows which of the day’s examples will fail, and he rewrites the board in the five minutes before the bell. On the morning I came, the first problem of the lesson was about toast.',
    {
      quote: 'Those forty minutes are when I learn what the lesson should have been.',
      by: 'Samuel Ortiz',
    },
    { heading: 'The youngest at the table' },
    'He came to the Southeast forum in 2025 as the youngest teacher in the room, and spoke last. When he did, it was about homework: the children on the rug, he said, are the ones who never have it done, and they know the most about fractions. By Sunday that observation was on the first page of the report, with a table beside it that others had filled out from their own classes.',
    { heading: 'Is it fair?' },
    'He asks himself. A dozen children get forty minutes that the others do not. So last year he moved the game to recess once a week, and found that the ones who came were a different dozen. He is now thinking about a second board. The custodian, who eats his breakfast in Room 9 on most days, has offered to paint it.',
  ],
};

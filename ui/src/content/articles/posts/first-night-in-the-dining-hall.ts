import type { Article } from '../article';

export const article: Article = {
  blocks: [
    'I have told the story of the first evening so often that it has lost its corners. Then, this summer, I found the napkin. So here it is again with the corners put back.',
    'It was a Friday in Ohio. I had borrowed a dining hall for the weekend from a college president whose niece I had once taught. I had written to thirty teachers and hoped for ten. Nineteen came. There was no schedule, because I had not thought of one. There was one table, forty feet long, because that is what the hall had.',
    { heading: 'Before the soup' },
    'Nobody knew anybody. They sat the way people do in a waiting room, with a chair between each. I stood at one end with a speech in my pocket and watched nineteen tired people read the label on the salt.',
    'Then the soup came, in bowls that were too full to carry with one hand, and everyone had to help everyone. Someone far down the table asked who else had bought their own pencils that week. There was a silence, and then all the hands went up. I have seen a great many hands go up in my life. I had never seen that.',
    { heading: 'The table' },
    'After that I could not have stopped it if I had wanted to. People changed seats to hear better. A man who had left teaching in the spring told a woman in her third year what he wished he had asked for, and she wrote it on her wrist. By dessert it was one conversation, forty feet long.',
    'I never gave the speech. I did what I used to do in fourth grade when a class was finally working: I sat down at the edge and took notes. I ran out of paper before the coffee.',
    { heading: 'The napkin' },
    'What I wrote on it is not very grand. It says: “They already know. Ask, and then get out of the way.” Underneath, in a different pen, it says “more soup.”',
    'We have a schedule now, and room keys, and a questionnaire. There is a treasurer, who would like me to mention that the soup is within budget. But on Friday evenings we still put out bowls that are too full, and we still seat people next to someone from far away. The rest, I have found, takes care of itself.',
  ],
};

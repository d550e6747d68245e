import type { Article } from '../article';
import { namedFirst } from '../named-first';

export const article: Article = {
  blocks: [
    '“What Teachers Wish Lawmakers Knew” is our longest report, and it began with a single sheet of paper. On the last day of each forum of 2024 every teacher was handed one, with one question at the top and nothing below. Twenty minutes, no names. When the eighth forum was over, 153 sheets lay in a box in our office.',
    'I study how questions are asked, so I had worried about this one. “What do you wish lawmakers knew?” invites complaint. We tried gentler wordings at the first two forums and dropped them. Teachers saw through them; one wrote, “You may just ask.”',
    { heading: 'How the answers were read' },
    'Four of us read every sheet twice, without talking to each other. Each of us sorted them into as many piles as seemed right. One colleague ended with four piles, another with fourteen. We spent a day in March bringing them together, and the five that remained are the five reform areas of the report.',
    { chart: namedFirst },
    { heading: 'The sentence that kept returning' },
    '“Give us time to teach” stands, in those words or nearly, on 52 sheets. A band director wrote it in capitals. A kindergarten teacher wrote it on a drawing of a clock. What they mean differs: for one it is the planning period that vanishes, for another the thirty-one days of testing.',
    { heading: 'What surprised us' },
    'Pay is named first by hardly anyone. It is named second or third by almost everyone. We had a long argument about whether to print that, because it is easily misread. We printed it, with the sentence a Georgia teacher had written beside it: “I can’t eat respect. But I left a better-paid school for it.”',
    { heading: 'What happens now' },
    'The report has gone to the education committees of the twelve states the teachers came from. Where a teacher who took part is willing to present it, we pay for the trip. So far there have been five such visits, and one correction: a legislator’s aide found an error in a table. It has been fixed, and she has been thanked.',
  ],
};

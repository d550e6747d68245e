import type { ReportArticle } from '../article';
import { namedFirst } from '../named-first';

export const article: ReportArticle = {
  teachers: 153,
  blocks: [
    'At the eight forums of 2024 we put one question to every table: what do you wish lawmakers knew? 153 teachers from 12 states answered it, first in conversation and then in writing. They teach kindergarten and calculus, in cities and in towns with one traffic light. They did not agree on everything. On five things they came close.',
    { chart: namedFirst },
    { heading: 'Time to teach' },
    'The most common sentence in our notes is some version of “I have no time to do the part that matters.” Teachers described planning periods lost to covering absent colleagues, forms that ask for what another form already holds, and meetings that could have been a note. Few asked for a longer day. They asked that the hours already promised be kept.',
    'What would help: a state rule that planning time, once scheduled, can be taken away only with pay; and one form where there are now three.',
    { heading: 'Calm, safe classrooms' },
    'One student’s hard morning can stop a lesson for twenty-eight others. Teachers spoke about such students with affection and worry, hardly ever with anger. What they want is a trained adult who comes within minutes, and a plan for the return to class that they have helped write.',
    {
      quote:
        'I don’t want him gone. I want somebody to come who knows what to do, and I want to know what happens next.',
      by: 'Third-grade teacher, Michigan',
    },
    { heading: 'A steady first five years' },
    'Teachers with long careers could name the person who got them through the first ones. Those who nearly left could name the year. Mentoring, they said, works where it has an hour on the schedule; where it is a name on a list, it does not.',
    { heading: 'Tools teachers choose' },
    'Nearly every table had a story of a program bought in June and announced in August. A trial in real classrooms before a contract is signed would cost little, and the teachers who ran it would be the ones to train the others.',
    { heading: 'Money for the room' },
    'The sums here are small: paper, a second set of novels, a repair. What teachers object to is that they cannot find out where the money went. A budget that a parent can follow, from the vote to the classroom, would settle many arguments before they begin.',
    { heading: 'Where teachers disagreed' },
    'On phones, on homework and on what should follow a suspension our tables split, often down the middle. The full notes keep both sides, and so do the briefs.',
  ],
};

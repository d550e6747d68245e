import type { Article } from '../article';

export const article: Article = {
  blocks: [
    'They arrive in brown envelopes, a forum at a time: the questionnaires our teachers fill out on Sunday, just before the boxed lunch. With those of the pilot weekends and of 2025 there are now over 300 of them, from over 100 districts. I chair the board of this organization, and I am one of the four people who have read them all. Twice.',
    { heading: 'Why by hand' },
    'We are asked this a good deal. There are programs that will sort three hundred answers in three seconds, and we have tried two of them. They are quick and they are even-handed, and they put “I love this job and it is killing me” under “positive.”',
    'So we do it slowly. Two readers take an envelope, separately. Each marks every answer with a topic and a direction, and copies out one sentence that should not be lost. Then they compare.',
    {
      chart: {
        title: 'How often two readers agree',
        unit: 'Answers on which both readers chose the same topic, in percent',
        of: 100,
        source: 'Double reading of the questionnaires of 2024',
        rows: [
          ['Behavior', 91],
          ['Funding', 88],
          ['Technology', 84],
          ['Retention', 79],
          ['Communication', 72],
          ['Equity', 66],
        ],
      },
    },
    { heading: 'Where we disagree' },
    'Agreement is highest where teachers write about behavior, and lowest where they write about fairness, because those answers are seldom about one thing. “My best reader takes the early bus” is about equity, transportation and the schedule, and also about my best reader. Where two of us differ, a third decides, and writes down why. Those reasons have become our handbook.',
    { heading: 'The margins' },
    'I did not expect to enjoy the margins so much. People draw there. They answer questions we forgot to ask. One teacher used the whole back of the sheet for a letter to the cook. Another corrected our grammar, politely and in red.',
    {
      quote: '9b: “Rank these in order of importance.” I can’t. They’re all holding each other up.',
      by: 'Questionnaire, 2024',
    },
    { heading: 'What becomes of it' },
    'Each answer is counted once, quoted as it was written, and never with a name. The sheets go to the library of Tidewater Commonwealth University, which keeps them for researchers. The counts go into the reports. And the sentences that should not be lost are in a notebook that I take with me when somebody tells me what teachers think.',
  ],
};

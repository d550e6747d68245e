import type { ReportArticle } from '../article';

export const article: ReportArticle = {
  teachers: 18,
  blocks: [
    'Letters, calls, apps, folders, a sign on the door: schools have never had so many ways to reach a family. Eighteen Texas teachers met at a pilot weekend in 2023 to find out which of them arrive. Each had asked ten families beforehand a single question: how did you last hear from school, and what did it say?',
    {
      chart: {
        title: 'What families remembered',
        unit: 'Families who remembered what the last message had said, in percent of those reached that way',
        of: 100,
        source: '180 families asked by 18 teachers, Texas, 2023',
        rows: [
          ['A call from the teacher', 91],
          ['A conversation at pick-up', 84],
          ['A handwritten note', 77],
          ['A text message', 63],
          ['An app', 34],
          ['A newsletter', 22],
        ],
      },
    },
    { heading: 'Too many, too late' },
    'On average a family had received eleven messages from school in two weeks, in four different ways. Most concerned money, dates or rules. The message that mattered, about the child, lay between them. Parents who work shifts had often seen it a day after it could still be answered.',
    { heading: 'Good news first' },
    'Five teachers had made it a habit to call every family in the first two weeks, with something good to say. It takes about four hours in all. Each of them reported that the hard call in November was then a short one. Families answer, they said, when the first call of the year was a kind one.',
    {
      quote:
        'You could hear them brace when I said who I was. Then I said she’d read to the whole class. There was a long silence, the good kind.',
      by: 'Third-grade teacher, Texas',
    },
    { heading: 'In their own language' },
    'In twelve of the eighteen schools, messages go out in one language and are translated by a child. Teachers described what is lost on the way: the joke, the apology, the urgency. A district office that answers the phone in Spanish was named as the cheapest improvement on any list.',
    { heading: 'How we asked' },
    'The ten families of each teacher were chosen by drawing names, and nine in ten answered. Parents were asked in the language they prefer, by phone or in person. A message counted as remembered if the parent could say what it had been about, whether or not the date was right.',
    { heading: 'What they recommend' },
    {
      points: [
        'One channel for each purpose, chosen by families at registration.',
        'No automatic message about a single child: a person writes or calls.',
        'Time in August, paid, for the first call.',
      ],
    },
  ],
};

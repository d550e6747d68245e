import type { Article } from '../article';

export const article: Article = {
  blocks: [
    'I keep the books. On a forum weekend this means that I check in early, count heads at dinner and try to stay out of the way. In Ohio last year I failed at the third. There was an empty seat in the van from the station, between a kindergarten teacher from a farming county and a physics teacher from Cleveland, and I took it.',
    { heading: 'The van' },
    'They had never met. By the time we had turned into the valley they had discovered that both teach balance: she with blocks, he with torque. He asked her how she gets five-year-olds to predict before they try. “I make them point,” she said. “You can’t un-point.” He got out a pencil.',
    { heading: 'Under the cedars' },
    'Cedar Valley State gives us its school of education, a low building among old trees with a porch on three sides. Saturday’s dialogues moved out there by themselves. I had budgeted for four rooms and we used one, mostly for coats.',
    'Twenty teachers make less noise than you would think. At four tables of five, one person speaks and four lean in. From the porch rail, where I was doing receipts, I could follow all of them by tone alone: the table about schedules, brisk; the one about families, long silences; the one about lab equipment, a good deal of laughing.',
    { heading: 'The page' },
    'The two from the van had ended up at the same table, and on Sunday it was their page that the room argued over longest. It says that prediction should be graded and results should not. A history teacher objected, then an English teacher defended it against the history teacher, and by half past eleven it had become a recommendation with a footnote. I have the footnote framed.',
    {
      quote: 'Students who are only ever asked what happened will stop wondering what will.',
      by: 'Final report, Great Lakes forum',
    },
    { heading: 'What it cost' },
    'People ask, so: that forum came to a little under $10,000 for twenty teachers, most of it beds and travel. The pie in the cafeteria was not on the bill. When I asked about it, the manager said that her daughter teaches third grade, and that I should put my pen away.',
  ],
};

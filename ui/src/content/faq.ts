/** The words of the FAQ, around its questions. */
import faqScene from '../pictures/scenes/faq.svg';

export const faqPage = {
  title: 'Frequently Asked Questions',
  eyebrow: 'Good questions, plain answers',
  lead: 'What teachers, supporters and partners ask us most often, answered as plainly as we can.',
  picture: faqScene,
  contents: 'Topics',
  linkTo: (question: string) => `Link to: ${question}`,
} as const;

export const faqContact = {
  title: 'Is your question not here?',
  text: 'Ask us. Good questions find their way onto this page.',
  action: 'Contact Us',
  page: 'contact',
} as const;

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

/** What the answers call other pages; each mention is a link to the page. */
export const namedPages = [
  { name: 'About page', page: 'about' },
  { name: 'Donate page', page: 'donate' },
  { name: 'Privacy Policy', page: 'privacy' },
] as const;

export const faqContact = {
  title: 'Still Have a Question?',
  text: 'Ask us. Good questions find their way onto this page.',
  action: 'Contact Us',
  page: 'contact',
} as const;

import faqScene from '../../pictures/scenes/faq.svg';
import { paths, signUpPath } from '../site/pages';

export const faqPage = {
  title: 'Frequently Asked Questions',
  eyebrow: 'Good questions, plain answers',
  lead: 'What teachers, supporters and partners ask us most often.',
  picture: faqScene,
  contents: 'Topics',
  /** The id of the answer that ends with the visitor's next step. */
  nextStepAt: 'how-to-apply',
  linkTo: (question: string) => `Link to: ${question}`,
} as const;

/** Names of other pages in the answers. Each mention becomes a link. */
export const namedPages = [
  { name: 'About page', to: paths.about },
  { name: 'Donate page', to: paths.donate },
  { name: 'Privacy Policy', to: paths.privacy },
  { name: 'Sign Up page', to: signUpPath },
] as const;

export const faqContact = {
  title: 'Still Have a Question?',
  text: 'Ask us. If others may wonder too, we add it to this page.',
  action: 'Contact Us',
  page: 'contact',
} as const;

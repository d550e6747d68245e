/** The next step of a visitor is in the first load. Those of other users are loaded later (next-steps.ts). */
import { signUpPath } from '../site/pages';

/** A sentence with a link. */
export interface Step {
  before: string;
  link: string;
  after: string;
  to: string;
}

export const nextStepTitle = 'Your next step';

export const visitorStep: Step = {
  before: 'To apply today, ',
  link: 'create an account',
  after: ' and fill out the membership application.',
  to: signUpPath,
};

/** At the top of the home page. */
export const addressConfirmed = {
  text: 'Your address is confirmed. Sign in to start your application.',
  action: 'Sign In',
};

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

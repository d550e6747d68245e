/** What a visitor does next. Part of the first load; the steps of everyone else are fetched (next-steps.ts). */
import { signUpPath } from './pages';

/** One sentence with its link. */
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
  after: ' and fill in the membership application.',
  to: signUpPath,
};

/** Next steps by the state of the user. */
import { CHANGES, paths } from '../site/pages';
import type { Step } from './visitor-step';

export const nextSteps = {
  /** The user signed up in this tab and has not confirmed the address here yet. */
  'signed-up': {
    before: 'Your account is almost ready. Open the link in our email, or ',
    link: 'enter its code',
    after: '.',
    to: paths.authConfirm,
  },
  confirmed: {
    before: 'Your email address is confirmed. Next, ',
    link: 'sign in',
    after: ' and fill out the membership application.',
    to: paths.auth,
  },
  applicant: {
    before: 'Next, ',
    link: 'fill out your application',
    after: '. Most people need about fifteen minutes.',
    to: paths.apply,
  },
  drafting: {
    before: 'Your answers are saved. Next, ',
    link: 'continue your application',
    after: '.',
    to: paths.apply,
  },
  /** The season has ended. */
  closed: {
    before: 'Applications are closed for this season. Meanwhile, ',
    link: 'read our news',
    after: '.',
    to: paths.blog,
  },
  pending: {
    before: 'Your application is under review, and we’ll answer by email. ',
    link: 'See its status',
    after: '.',
    to: paths.apply,
  },
  /** An administrator has asked for changes. */
  asked: {
    before: 'We asked you for a change. ',
    link: 'Answer it',
    after: '.',
    to: `${paths.apply}${CHANGES}`,
  },
  /** `{date}` stands for the day of the application. */
  rejected: {
    before: 'Your application of {date} wasn’t approved. You may change your answers and ',
    link: 'apply again',
    after: '.',
    to: paths.apply,
  },
  /** The applications could not be read. */
  'unread-applicant': {
    before: 'Next, ',
    link: 'open your application',
    after: '.',
    to: paths.apply,
  },
  member: {
    before: 'You’re a member. To come to a forum, ',
    link: 'ask about the next one',
    after: '.',
    to: paths.contact,
  },
  admin: {
    before: 'You’re an administrator. Next, ',
    link: 'review applications',
    after: '.',
    to: paths.admin,
  },
  /** An account without a role. */
  'no-role': {
    before: 'Your account can’t apply right now. Please ',
    link: 'ask us why',
    after: '.',
    to: paths.contact,
  },
  /** The roles could not be read. */
  unchecked: {
    before: 'We couldn’t check your account yet. Please ',
    link: 'try again under Your Account',
    after: '.',
    to: paths.account,
  },
} as const satisfies Record<string, Step>;

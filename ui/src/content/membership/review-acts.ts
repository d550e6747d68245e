/** Undoing decisions, and decisions on several applications. */
import { grouped } from './admin';

const people = (count: number) =>
  count === 1 ? '1 application' : `${grouped(count)} applications`;

const acts = {
  approved: { verb: 'Approve', past: 'Approved' },
  rejected: { verb: 'Reject', past: 'Rejected' },
} as const;

export const reviewActs = {
  undo: {
    /** The newest decisions, for assistive technology. */
    label: 'Decisions that you can undo',
    decided: (decision: keyof typeof acts, name: string) => `${acts[decision].past} ${name}.`,
    several: (decision: keyof typeof acts, count: number) =>
      `${acts[decision].past} ${people(count)}.`,
    /** The other emails are on their way. */
    open: (count: number) => `${grouped(count)} can still be undone.`,
    action: (seconds: number) => `Undo (${seconds} s)`,
    over: 'Too late to undo',
    /** Without the countdown, which would be announced every second. */
    actionOf: (what: string) => `Undo: ${what}`,
    announced: (what: string, seconds: number) =>
      `${what} You can undo this for ${seconds} seconds. Press Control+Z.`,
    announcedSome: (what: string, count: number, seconds: number) =>
      `${what} You can undo ${grouped(count)} of them for ${seconds} seconds. Press Control+Z.`,
    shortcut: 'Ctrl+Z',
    done: 'Undone',
    pending: (name: string) => `${name} is pending again.`,
    severalPending: (count: number) =>
      `${people(count)} ${count === 1 ? 'is' : 'are'} pending again.`,
    failed: 'Not undone',
  },
  /** Why an application was skipped. */
  reasons: {
    not_found: 'no longer exists',
    application_already_decided: 'was already decided',
    own_application: 'is your own application',
    version_conflict: 'the answers have changed',
    undo_expired: 'the email is already on its way',
    applied_again: 'has applied again since',
    forbidden: 'was decided by another administrator',
    unavailable: 'can be tried again',
    undone: 'was undone before',
  },
  skipped: (name: string, reason: string) => `${name}: ${reason}`,
  andMore: (count: number) => `and ${grouped(count)} more`,
  select: {
    start: 'Select',
    end: 'Done selecting',
    label: 'Selected applications',
    row: (name: string) => `Select ${name}’s application`,
    page: 'Select this page',
    column: 'Selection',
    selected: (count: number) => `${grouped(count)} selected`,
    hint: 'Hold Shift to select a range.',
    clear: 'Clear',
    all: (count: string) => `Select all ${count} that match`,
    /** `total` is the number of matches in words. */
    first: (most: number, total: string) => `Select the first ${grouped(most)} of ${total}`,
    most: (most: number) => `At most ${grouped(most)} applications can be selected.`,
    loading: 'Selecting…',
    failed: 'We couldn’t load the applications. Please try again.',
  },
  bulk: {
    title: (decision: keyof typeof acts, count: number) =>
      `${acts[decision].verb} ${people(count)}?`,
    confirm: (decision: keyof typeof acts, count: number) =>
      `${acts[decision].verb} ${grouped(count)}`,
    cancel: 'Cancel',
    stop: 'Stop',
    mails: (count: number) =>
      `${count === 1 ? 'The applicant' : `${grouped(count)} applicants`} will be emailed when the undo time is over.`,
    decided: (count: number) =>
      `${people(count)} in the selection ${count === 1 ? 'is' : 'are'} already decided and will be skipped.`,
    open: (count: number) =>
      `${people(count)} in the selection ${count === 1 ? 'has' : 'have'} an open request for changes, which the decision closes.`,
    progress: (done: number, total: number) => `${grouped(done)} of ${grouped(total)} decided`,
    failed: (reason: string) => `The rest were not decided. ${reason}`,
    unavailable: 'The server couldn’t decide on some of them. Please continue in a moment.',
    retry: 'Continue',
    stopped: 'Stopped',
    left: (decision: keyof typeof acts, done: number, total: number) =>
      `${acts[decision].past} ${grouped(done)} of ${people(total)}. The rest were not decided.`,
    result: (decision: keyof typeof acts, done: number, total: number) =>
      `${acts[decision].past} ${grouped(done)} of ${people(total)}. Skipped:`,
    close: 'Close',
  },
} as const;

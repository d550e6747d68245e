/** Texts of the acts of administrators: decisions on several applications and undoing them, notes, viewers and emails. */
import { grouped } from './application';

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

/** In the application dialog, besides the answers. */
export const reviewDesk = {
  notes: {
    title: 'Notes',
    loading: 'Loading the notes',
    failed: 'We couldn’t load the notes.',
    retry: 'Load the notes',
    field: 'Add a note',
    editField: 'Edit your note',
    hint: 'All administrators can read it; the applicant never sees it.',
    add: 'Add note',
    adding: 'Adding…',
    save: 'Save',
    saving: 'Saving…',
    cancel: 'Cancel',
    tooLong: (most: number) => `Please shorten the note to ${grouped(most)} characters.`,
    newer:
      'You changed this note in another tab or on another device. What you typed here isn’t saved yet. The saved text is:',
    deletedElsewhere:
      'You deleted this note in another tab or on another device. What you typed here is now in “Add a note”.',
    keepMine: 'Keep what I typed here',
    loadNewer: 'Use the saved text',
    edit: 'Edit',
    editOf: (when: string) => `Edit your note of ${when}`,
    remove: 'Delete',
    removeOf: (when: string) => `Delete your note of ${when}`,
    removed: 'The note was deleted.',
    removeFailed: 'We couldn’t delete the note.',
    confirm: {
      title: 'Delete this note?',
      description: 'It will be deleted for all administrators.',
      confirm: 'Delete',
      cancel: 'Keep',
    },
    you: 'You',
    /** Asked on Sign Out. */
    signOut: 'A note hasn’t been added yet. Sign out anyway and lose it?',
  },
  viewers: (names: string) => `Also viewing: ${names}`,
  similar: {
    title: 'Similar applications',
    reasons: {
      same_person: 'Same account',
      same_name_and_birth_date: 'Same name and date of birth',
      same_phone: 'Same phone number',
    },
    submitted: 'submitted',
  },
  messages: {
    title: 'Emails to the applicant',
    templates: {
      application_submitted: 'Application received',
      application_approved: 'Application approved',
      application_rejected: 'Application rejected',
      changes_requested: 'Request for changes',
      changes_reminder: 'Reminder about the request',
    } as Readonly<Record<string, string>>,
    states: { queued: 'Waiting', sent: 'Sent', failed: 'Failed' },
    sentMeans: 'accepted by our mail host, which doesn’t report delivery',
    retry: 'Retry',
    retryOf: (mail: string) => `Send the email “${mail}” again`,
    retried: 'The email will be sent again.',
    retryFailed: 'We couldn’t queue the email again.',
  },
} as const;

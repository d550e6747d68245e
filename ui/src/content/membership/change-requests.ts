/** Texts about requests for changes to a pending application, and the answers that can be asked for. */
import { application, charactersOf, grouped } from './application';
import { fieldNames, fieldOf, fieldsOf, type FieldName, type Step } from './application-fields';

/** The photo has the name of its member in the API. */
export type ChangeableName = FieldName | 'headshot_id';

/** In the order of the form. */
export const changeableNames: readonly ChangeableName[] = [...fieldNames, 'headshot_id'];

export const changeableOf = (step: Step): readonly ChangeableName[] =>
  step === 3 ? [...fieldsOf(step), 'headshot_id'] : fieldsOf(step);

/** A later version of the server may name fields that this page does not know. */
export const changeableIn = (names: readonly string[]): readonly ChangeableName[] =>
  changeableNames.filter((name) => names.includes(name));

export const changeableLabel = (name: ChangeableName): string =>
  name === 'headshot_id' ? application.photo.label : fieldOf(name).label;

export const changeRequests = {
  /** For administrators. */
  ask: {
    open: 'Ask for changes',
    title: 'Ask for changes',
    description:
      'We’ll email your message to the applicant, who can then change the answers you select.',
    message: 'Message to the applicant',
    noMessage: 'Enter a message to the applicant',
    /** Asked on Sign Out. */
    signOut: 'A request for changes hasn’t been sent yet. Sign out anyway and lose it?',
    count: charactersOf,
    tooLong: (most: number) => `Please shorten the message to ${grouped(most)} characters.`,
    fields: 'Answers to change',
    /** For the current choice. */
    chosen: (count: number) =>
      count === 0
        ? 'Nothing selected: the applicant can change every answer.'
        : `${count} of ${changeableNames.length} selected`,
    all: 'All',
    none: 'None',
    allOf: (group: string) => `All of ${group}`,
    noneOf: (group: string) => `None of ${group}`,
    send: 'Send request',
    sending: 'Sending...',
    cancel: 'Cancel',
    close: 'Close',
    done: 'The applicant will get an email with your request.',
    decided:
      'Someone decided on this application in the meantime, so your request wasn’t sent. The history shows who and when.',
    alreadyOpen:
      'This application already has an open request for changes, so yours wasn’t sent. Close this window to see it.',
    gone: 'The applicant has withdrawn this application, so your request wasn’t sent.',
  },
  open: {
    title: 'Changes requested',
    on: 'on',
    by: (name: string) => `by ${name}`,
    fields: 'Answers that the applicant can change',
    all: 'All answers',
    takeBack: 'Cancel request',
    question: 'Cancel this request?',
    consequences:
      'The applicant won’t be able to change the answers anymore. If the email about the request is still waiting, it won’t be sent.',
    confirm: 'Cancel it',
    confirming: 'Canceling...',
    cancel: 'Keep the request',
    done: 'The request was canceled.',
    closed: 'This request is already closed. The history shows why.',
  },
  comparison: {
    title: 'Changed answers',
    loading: 'Loading the earlier answers',
    failed: 'We couldn’t load the earlier answers.',
    retry: 'Retry',
    retryOf: 'Load the earlier answers',
    /** Before the time of the change. */
    changedOn: 'Changed by the applicant on',
    asked: (name: string) => `Requested by ${name}:`,
    before: 'Before',
    now: 'Now',
    /** Instead of 'Now' in a comparison that is not the latest. */
    after: 'After',
    none: 'Not provided',
    noPhoto: 'No photo',
    photoBefore: 'Photo before the change',
    photoAfter: 'Photo after the change',
    unchanged: 'The answers are the same as before.',
    mark: 'Changed',
    arrived: 'The applicant changed the answers.',
  },
  /** Beside the status in the list. */
  marks: { requested: 'Changes requested', made: 'Changes made' },
  history: {
    changes_requested: 'Changes requested',
    request_taken_back: 'Request for changes canceled',
    resubmitted: 'Answers changed',
  },
  /** For the applicant. */
  form: {
    title: 'Changes requested',
    asked: 'An administrator has reviewed your application and requested changes on',
    all: 'You can change all of your answers.',
    some: 'You can change the answers below. The others stay as you sent them.',
    place: 'Your application keeps its place in the queue.',
    checkAnswers: 'Please check these answers',
    unsent: (labels: readonly string[]) => `Changed, not sent yet: ${labels.join(', ')}`,
    unchanged: 'You haven’t changed anything yet. Change an answer, then send your changes.',
    send: 'Send changes',
    sending: 'Sending...',
    done: 'Your changes were sent. Administrators now see your new answers.',
    /** Another tab or device has sent changes, and another request is open. */
    conflict:
      'Your application was changed in another window or on another device, so your changes weren’t sent. They’re still in the form. Check them and send them again.',
    /** The request was closed before the applicant sent anything. */
    closed: {
      elsewhere: 'Your application was changed in another window or on another device.',
      takenBack:
        'An administrator canceled the request for changes. Your application stays as you sent it.',
    },
    notSent: {
      elsewhere:
        'Your application was changed in another window or on another device, so the changes below weren’t sent.',
      takenBack:
        'An administrator canceled the request for changes, so the changes below weren’t sent. Your application stays as you sent it.',
    },
    unsentTitle: 'Changes that weren’t sent',
    removedPhoto: 'Removed',
    newPhoto: 'A new photo',
    signOut: 'Your changes haven’t been sent yet. Sign out anyway and lose them?',
  },
} as const;

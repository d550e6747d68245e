/** Texts of the membership application. Its fields are in application-fields.ts. */

/** A number with separators: 1,000. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

export const charactersOf = (used: number, most: number) =>
  `${grouped(used)} of ${grouped(most)} characters`;

const noPhotoLeft = (consequence: string, hasPhoto: boolean) =>
  `${consequence}: your applications already use three photos, the most an account can have. You can continue ${
    hasPhoto ? 'with the earlier photo' : 'without a photo'
  }.`;

export const application = {
  title: 'Membership Application',
  checking: 'Checking application status...',
  sessionEnded: {
    title: 'Your session has ended',
    description: 'Please sign in again.',
    kept: 'Your answers are still here.',
  },
  stepOf: (step: number) => `Step ${step} of 3`,
  steps: {
    1: 'Professional Information',
    2: 'Personal Information',
    3: 'Additional Information',
  },
  /** The purpose of the questions in a step, as stated in the privacy policy. */
  why: {
    2: 'We use your date of birth and address to arrange travel and lodging for a forum, and your phone number if something goes wrong on the day. None of it appears on a public page.',
    3: 'Administrators see your photo beside your answers; it appears on no public page. Your size is for the forum shirt.',
  },
  progress: 'Progress of your application',
  saving: {
    saving: 'Saving',
    saved: 'Saved',
    unsaved: 'Not saved yet',
    /** For screen readers. */
    keptHere: 'Not saved yet. Your answers are kept in this tab until they are.',
    keptNowhere: 'Not saved yet. Please leave this page open.',
    savedAgain: 'Your answers are saved again.',
  },
  draft: {
    restored: 'We restored your answers.',
    unread: 'We couldn’t load your saved answers yet. They’ll appear here as soon as we can.',
    startOver: 'Start over',
    startedOver: 'We deleted your answers.',
    confirm: {
      title: 'Start over?',
      text: 'This deletes all your answers and your photo. You can’t undo it.',
      yes: 'Delete my answers',
      no: 'Keep my answers',
    },
    conflict: (labels: readonly string[]) =>
      `This application was also changed in another window or on another device. The answers differ in: ${labels.join(', ')}.`,
    keepShown: 'Keep this version',
    loadOther: 'Use the other version',
    signOut:
      'Some answers in your membership application haven’t been saved yet. Sign out anyway and lose them?',
  },
  subjects: {
    add: 'Add',
    list: 'Subjects added',
    repeated: 'You already listed this subject.',
    full: (most: number) => `You can list at most ${most} subjects.`,
  },
  photo: {
    label: 'Profile Photo',
    hint: 'Optional. A JPEG, PNG or WebP image of up to 5 MB. We shrink larger photos before uploading.',
    /** Media types that the server accepts. */
    ordinary: 'image/jpeg,image/png,image/webp',
    /** Media types of iPhone photos, which some browsers can convert. */
    heic: 'image/heic,image/heif',
    /** `left` is 0 or 1. */
    left: (left: number, hasPhoto: boolean) =>
      left === 0
        ? noPhotoLeft('You can’t upload another photo', hasPhoto)
        : 'You can upload one more photo.',
    choose: 'Choose a photo',
    chooseAnother: 'Choose another photo',
    preview: 'Preview of your photo',
    progress: 'Upload of your photo',
    shrinking: 'Preparing your photo...',
    started: 'Uploading your photo',
    uploading: (percent: number) => `Uploading... ${percent}%`,
    uploaded: 'Uploaded',
    /** Replaces an unknown file name. */
    saved: 'Your saved photo',
    removing: 'Removing...',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    tryAgain: 'Try again',
    notRemoved: 'We couldn’t remove the photo. Please try again.',
    unsettled: {
      again:
        'Your photo hasn’t been uploaded. Try again, choose another one or remove it, then submit.',
      refused:
        'Your photo hasn’t been uploaded. Choose another one, or press the button again to continue without it.',
      notRemoved:
        'We couldn’t remove your photo. Remove it again or choose another one, then submit.',
    },
    problems: {
      tooLarge: 'This photo is larger than 5 MB. Please choose a smaller one.',
      heic: 'Your browser can’t read HEIC photos. Please send a JPEG instead: on an iPhone, choose Settings › Camera › Formats › Most Compatible and take it again, or take a screenshot of the photo and choose that.',
      refusedOnTheWay:
        'This photo was refused for its size before it reached us, though it may be smaller than 5 MB. Please choose a smaller one, or continue without a photo and tell us.',
      notShrunk:
        'Your browser couldn’t make this photo smaller than 5 MB. Please choose a smaller one.',
      unsupported: 'This file isn’t a JPEG, PNG or WebP image. Please choose another one.',
      unreadable: 'We couldn’t read this image; it may be damaged. Please choose another one.',
      unfinished: 'This photo didn’t finish uploading. Please try again.',
      /** Three earlier applications have different photos. */
      full: (hasPhoto: boolean) => noPhotoLeft('This photo wasn’t uploaded', hasPhoto),
      unreachable: 'We can’t upload the photo right now. Please try again.',
    },
  },
  chooseSize: 'Choose a size',
  problems: {
    blank: (label: string) => `Enter your ${label}`,
    noSize: 'Choose a T-shirt size',
    tooLong: (label: string, most: number, over: number) =>
      `${label} can have at most ${grouped(most)} characters; this is ${grouped(over)} too many`,
    noBirthDate: 'Enter a date of birth between 1900 and today',
  },
  count: charactersOf,
  missing: (labels: readonly string[]) => `Still needed: ${labels.join(', ')}`,
  previous: 'Previous',
  next: 'Next',
  backToReview: 'Save and return to review',
  privacy: 'How we use and protect your answers: ',
  submit: 'Submit Application',
  submitting: 'Submitting...',
  review: {
    title: 'Review your answers',
    introduction: 'Please check that everything is right before you submit.',
    change: 'Change',
    changeStep: (step: string) => `Change ${step}`,
    none: 'Not provided',
  },
  checkAnswers: 'Please check these answers',
  alreadySubmitted: {
    title: 'Application Already Submitted',
    submittedOn: 'Submitted on',
    status: 'Status',
    pending: 'Pending Review',
    text: 'Our administrators are reviewing your application. In the meantime, you’re welcome to look around.',
    forum: 'Explore the Educators Forum',
    store: 'Visit the Store',
  },
  stages: {
    label: 'Application progress',
    stops: [
      { name: 'Received', text: 'It reached us safely.' },
      { name: 'Read by a person', text: 'No software decides.' },
      { name: 'Answered by email', text: 'Whatever the decision.' },
    ],
  },
  received: {
    title: 'Application Received!',
    text: 'Thank you for applying. You will receive an email once a decision is made.',
    forum: 'Learn about the Forum',
    store: 'Visit the Store',
    home: 'Return Home',
  },
} as const;

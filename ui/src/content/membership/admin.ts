import { charactersOf, grouped } from './application';

export const totalInWords = (total: number, isExact: boolean): string =>
  isExact ? grouped(total) : `more than ${grouped(total)}`;

const noun = (count: string) => (count === '1' ? 'application' : 'applications');

const applications = (count: string) => `${count} ${noun(count)}`;

export const admin = {
  title: 'Admin Dashboard',
  checkingAccess: 'Checking your access',
  denied: {
    title: 'Access Denied',
    text: "You don't have permission to access this page.",
    signedInAs: (email: string) => `You’re signed in as ${email}.`,
    signedOut: 'You’re not signed in.',
    home: 'Return to Home',
    signIn: 'Sign In',
  },
  sessionEnded: {
    title: 'Your session has ended',
    text: 'Sign in again, and you will be back on this page.',
  },
  secondStep: {
    title: 'One more step',
    text: 'The dashboard is open only to administrators who use two-step sign-in. Set up an authenticator app under Your Account. It takes a minute.',
    action: 'Set it up',
  },
  tabs: {
    applications: 'Applications',
    users: 'Users',
    forums: 'Forums',
    templates: 'Email Templates',
    messages: 'Messages',
    audit: 'Audit',
  },
  loadingTab: 'Loading',
  comingSoon: {
    users: 'User management coming soon',
    forums: 'Forum management coming soon',
    templates: 'Email template management coming soon',
  },
  untilThen: 'Until then, an operator does this on the server with',
  /** Where the work is done until the tab is there. */
  commands: { users: 'educators-forum users', templates: 'educators-forum mail template' },
  off: {
    title: 'Some features of this site are switched off',
    text: 'To switch one on, an operator adds its name to the setting FORUM__FEATURES and restarts the program. The command “educators-forum config check” lists what else it needs.',
    what: {
      contact: 'the contact form sends its messages',
      newsletter: 'visitors can subscribe to the newsletter',
      users: 'the Users tab',
      email_templates: 'the Email Templates tab',
      giving: 'the giving buttons lead to your provider',
      shop: 'the buttons of the store lead to your provider',
      apply: 'the buttons to apply lead to the application',
      private_photos: 'addresses of photos expire',
    },
    dismiss: 'Don’t show this again',
  },
  counts: { total: 'Total', pending: 'Pending', approved: 'Approved', rejected: 'Rejected' },
  /** While search or filters narrow the list: 6 of 321. */
  countOf: (all: string) => `of ${all}`,
  /** Replaces the name of a deleted user. */
  deletedAccount: 'Deleted account',
  status: { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' },
  list: {
    caption: 'Membership applications',
    columns: {
      name: 'Name',
      email: 'Email',
      position: 'Position',
      status: 'Status',
      submitted: 'Submitted',
      actions: 'Actions',
    },
    search: 'Search applications',
    searchHint: 'Name, email, position, district, state, subject',
    filter: 'Status',
    sort: 'Sort by',
    /** By sort parameter and order, for phones, which show no column headings. */
    orders: {
      'submitted_at-desc': 'Newest first',
      'submitted_at-asc': 'Oldest first',
      'name-asc': 'Name, A to Z',
      'name-desc': 'Name, Z to A',
      'email-asc': 'Email, A to Z',
      'email-desc': 'Email, Z to A',
      'teaching_position-asc': 'Position, A to Z',
      'teaching_position-desc': 'Position, Z to A',
      'status-asc': 'Status, pending first',
      'status-desc': 'Status, pending last',
    },
    loading: 'Loading applications',
    empty: 'No applications yet. New ones appear here as teachers apply.',
    noneFound: 'No application matches this search.',
    /** `filters` are chips, separated by commas. */
    noneWith: (filters: string) => `No application matches ${filters}.`,
    noneAlsoWith: (filters: string) => `No application matches this search with ${filters}.`,
    clear: 'Clear filters',
    filters: {
      title: 'Filters',
      open: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
      given: 'Active filters',
      state: 'State',
      anyState: 'Any state',
      subject: 'Subject',
      subjectHint: 'For example, Biology',
      from: 'Submitted on or after',
      to: 'Submitted on or before',
      unfinishedDay: 'Enter a month, a day and a year with four digits.',
      notes: 'Notes',
      anyNotes: 'Any',
      notesOptions: [
        { value: 'with', label: 'With notes' },
        { value: 'without', label: 'Without notes' },
      ],
      chips: {
        state: (name: string) => `State: ${name}`,
        subject: (subject: string) => `Subject: ${subject}`,
        from: (day: string) => `From ${day}`,
        to: (day: string) => `To ${day}`,
      },
    },
    states: {
      title: 'Applications by state',
      loading: 'Counting applications by state',
      failed: 'We couldn’t load the numbers by state.',
      none: 'There are no applications to count.',
      inexact: 'Only the first 10,000 applications that match are counted.',
      otherPlaces: 'Other places',
      others: (count: string) => `Other places: ${count}`,
      all: (count: number) => `Show all ${count} states`,
      fewer: 'Show fewer states',
    },
    shown: (first: number, last: number, total: string) =>
      `Showing ${grouped(first)}–${grouped(last)} of ${applications(total)}`,
    /** For a list that changed after its first page was loaded, so the offset of a page is unknown. */
    shownSomewhere: (rows: number, total: string) => `Showing ${rows} of ${applications(total)}`,
    restarted: 'That page no longer exists, so here is the first one.',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    pages: 'Pages of applications',
    retry: 'Retry',
  },
  actions: {
    view: 'View',
    approve: 'Approve',
    reject: 'Reject',
    viewOf: (name: string) => `View ${name}’s application`,
    approveOf: (name: string) => `Approve ${name}’s application`,
    rejectOf: (name: string) => `Reject ${name}’s application`,
  },
  detail: {
    title: (name: string) => `${name}’s application`,
    untitled: 'Membership application',
    loading: 'Loading the application',
    failed: 'We couldn’t load this application.',
    missing: 'This application doesn’t exist.',
    withdrawn: 'The applicant has withdrawn this application, so you can’t decide on it anymore.',
    email: 'Email',
    photo: (name: string) => `Profile photo of ${name}`,
    submitted: 'Submitted',
    none: 'Not provided',
    print: 'Print',
    previous: 'Previous application',
    next: 'Next application',
    /** Keyboard shortcuts. */
    enlarge: (photo: string) => `Enlarge: ${photo}`,
    letterKeys: 'Letter shortcuts',
    printed: (day: string, id: string) => `As of ${day}. Application ${id}`,
    thenEnter: (letter: string) => `${letter} moves to this button, and Enter presses it`,
    keys: { previous: 'K', next: 'J', approve: 'A', reject: 'R', changes: 'C' },
    /** `what` is the name of the filter, such as 'pending'. */
    position: (number: number, total: string, what: string) =>
      `${grouped(number)} of ${total} ${what}`,
    listed: noun,
    found: 'found',
    noneNext: 'There are no more applications in this list.',
    nextFailed: 'We couldn’t load the next application. Please try again.',
    answers: 'Application',
  },
  history: {
    title: 'History',
    loading: 'Loading the history',
    failed: 'We couldn’t load the history.',
    retry: 'Load the history',
    submitted: 'Submitted',
    changed: (from: string, to: string) => `${from} → ${to}`,
    undone: (change: string) => `Decision undone: ${change}`,
    by: (name: string) => `by ${name}`,
    note: 'Reason',
  },
  decision: {
    note: 'Reason for the decision',
    addNote: 'Add a reason for the decision',
    /** Asked on Sign Out. */
    signOut: 'A reason hasn’t been saved with a decision yet. Sign out anyway and lose it?',
    noteHint: 'Optional. Saved with your decision. The applicant never sees it.',
    count: charactersOf,
    tooLong: (most: number) => `Please shorten the reason to ${grouped(most)} characters.`,
    decided: (status: string) => `This application is ${status}.`,
    outdated: 'Someone else decided first. The history shows who and when.',
    changed:
      'The applicant changed the answers after you opened them, so nothing was decided. Please read the new answers, then decide.',
    unsaved: 'Your reason wasn’t saved. Copy it from here if you still need it.',
    nextPending: 'Next pending application',
    noPending: 'There are no more pending applications in this list.',
    /** `rows` is the number of applications searched. */
    noPendingNear: (rows: number) =>
      `None of the next ${grouped(rows)} applications are pending. To see only pending ones, choose Pending above the list.`,
  },
  live: {
    fresh: (count: number) =>
      count === 1 ? '1 new application' : `${grouped(count)} new applications`,
    /** For changes that were missed while the connection was lost. */
    changed: 'The list changed. Show the latest',
    off: 'Live updates are off. The list is checked every minute.',
  },
  export: {
    /** `count` has the format of totalInWords. */
    start: (count: string) => `Export ${applications(count)}`,
    cancel: 'Cancel the export',
    formats: { xlsx: 'Excel workbook (.xlsx)', csv: 'CSV' },
    note: 'Include the reason for the decision',
    reviewer: 'Include the name of the administrator',
    waiting: 'Preparing the file…',
    received: (megabytes: string) => `${megabytes} MB received`,
    done: (name: string) => `Saved ${name}.`,
    failed: (reason: string) => `The export failed. ${reason}`,
  },
  toasts: {
    success: 'Success',
    error: 'Error',
    approved: 'Application approved successfully',
    rejected: 'Application rejected successfully',
    fetchFailed: 'Failed to fetch applications',
    updateFailed: 'Failed to update application',
  },
} as const;

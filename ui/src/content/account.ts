/** Every sentence of /account. */

export const account = {
  title: 'Your Account',
  lead: 'What belongs to you here, and where you are signed in.',
  loading: 'Loading your account',
  sessionEnded: {
    title: 'Your session has ended',
    description: 'Please sign in again to see your account.',
  },
  details: {
    title: 'Your details',
    email: 'Email',
    firstName: 'First Name',
    lastName: 'Last Name',
    missingFirst: 'Enter your first name',
    missingLast: 'Enter your last name',
    save: 'Save your name',
    saving: 'Saving...',
    saved: 'Your name is saved.',
    since: 'With us since',
    none: 'Not given',
  },
  email: {
    title: 'Your email address',
    text: 'We write to your present address and to the new one. Once you have confirmed both, you sign in with the new one.',
    next: 'New email address',
    password: 'Password of your account',
    missing: 'Enter your new email address',
    missingPassword: 'Enter your password',
    ask: 'Change the address',
    asking: 'Sending...',
    asked: 'We have written to both addresses.',
    explained: (present: string, next: string) =>
      `Please open the link in our email to ${present} and the one in our email to ${next} within an hour. Until then, nothing changes.`,
    limited: (wait: string) =>
      `There were many attempts to change the address. Please try again ${wait}.`,
    resend: {
      action: 'Send both emails again',
      sending: 'Sending...',
      sent: 'If your change is still waiting, both emails are on their way once more.',
    },
  },
  password: {
    title: 'Your password',
    text: 'With a new password you stay signed in here and are signed out everywhere else.',
    current: 'Current password',
    next: 'New password',
    missingCurrent: 'Enter your current password',
    missingNext: 'Enter a new password',
    wrong: 'This is not your current password',
    change: 'Change the password',
    changing: 'Changing...',
    changed: 'Your password is changed. You are signed out everywhere else.',
    limited: (wait: string) =>
      `There were many attempts to change the password. Please try again ${wait}.`,
  },
  copy: {
    title: 'Your data',
    text: 'Everything we have stored about you, your photo included, as one ZIP file.',
    download: 'Download my data',
    preparing: 'Preparing...',
    ready: 'Your data is in the file that your browser has just saved.',
    fileName: 'educators-forum-data.zip',
  },
  deletion: {
    title: 'Delete your account',
    text: 'Your account, your name and your photo go, and a pending application is withdrawn.',
    open: 'Delete my account',
    question: 'Delete your account?',
    consequences:
      'This cannot be undone. Your account, your name, your photo and a pending application go. Applications that were decided are still counted, without your name and your answers. You are signed out everywhere.',
    confirm: 'Delete my account',
    deleting: 'Deleting...',
    limited: (wait: string) =>
      `There were many attempts to delete this account. Please try again ${wait}.`,
    cancel: 'Keep my account',
    done: {
      title: 'Your account is deleted',
      description: 'Thank you for the time you gave us.',
    },
  },
  sessions: {
    title: 'Where you are signed in',
    text: 'If you do not know one of these, sign it out and choose a new password.',
    current: 'This device',
    unknownDevice: 'Unknown device',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    since: 'Signed in',
    how: 'With',
    /** By the method of a session. */
    methods: {
      password: 'Password',
      code: 'Code from an email',
      totp: 'Authenticator app',
      passkey: 'Passkey',
      recovery_code: 'Recovery code',
    },
    lastUsed: 'Last used',
    network: 'Network',
    unknown: 'Not known',
    signOut: 'Sign out',
    signOutOf: (device: string, when: string) => `Sign out: ${device}, signed in on ${when}`,
    signOutOthers: 'Sign out everywhere else',
    signingOutOthers: 'Signing out...',
    onlyHere: 'You are signed in nowhere else.',
    ended: (device: string) => `Signed out: ${device}`,
    endedOthers: 'You are now signed in on this device only.',
    more: (count: number) => `And ${count} more.`,
    list: {
      loading: 'Loading your sessions',
      failed: 'Your sessions could not be loaded.',
      retry: 'Try again',
      empty: 'You are signed in nowhere.',
      noneFound: 'You are signed in nowhere.',
      clear: 'Try again',
    },
  },
} as const;

/** What a browser's User-Agent holds, and what it is called. The first that fits counts: many name others as well. */
export const browserNames = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

/** The same for the systems. */
export const systemNames = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
] as const;

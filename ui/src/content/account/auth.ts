/** Texts for /auth, the pages that its emails link to, and the membership dialog. */

import { mailboxes } from '../site/organisation';

/** The number of recovery codes that are left. */
export const codesLeft = (count: number): string =>
  count === 1 ? 'One recovery code is left.' : `${count || 'No'} recovery codes are left.`;

export const auth = {
  title: 'Educators Forum',
  introduction: 'Sign in to your account, or create one to apply for membership.',
  tabs: { signIn: 'Sign In', signUp: 'Sign Up' },
  checkingSession: 'One moment, please…',
  fields: {
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email',
    password: 'Password',
  },
  required: {
    firstName: 'Enter your first name',
    lastName: 'Enter your last name',
    email: 'Enter your email',
    password: 'Enter your password',
  },
  signIn: {
    submit: 'Sign In',
    submitting: 'Signing in...',
    welcome: { title: 'Welcome back!', description: 'You have successfully signed in.' },
    /** Replaces the title at the first sign-in of an account, with the feature `apply`. */
    welcomeNew: (firstName: string) => (firstName === '' ? 'Welcome!' : `Welcome, ${firstName}!`),
    toApplication: 'Continue to your application',
    forgot: 'Forgot your password?',
    checkBoth:
      'Check your email and password and try again. Forgot your password? Use the link below to choose a new one.',
    byCode: 'Email me a sign-in code',
    limited: (wait: string) => `Too many attempts to sign in. Please try again ${wait}.`,
  },
  signUp: {
    submit: 'Sign Up',
    submitting: 'Creating account...',
    /** Around the links to the policies. */
    policies: ['When you create an account, our ', ' and ', ' apply. Both open in a new tab.'],
    created: {
      title: 'Account created!',
      description: 'Please check your email to verify your account.',
    },
    checkEmail: {
      title: 'Check your email',
      sentTo: 'We sent a link to',
      open: 'Open it within 24 hours to confirm your address. Then you can sign in.',
      byCode: 'Or type the six-digit code from that email. It works for ten minutes.',
      without:
        'Nothing there after a few minutes? Look in your spam folder, or ask for a new email.',
      change: 'Change address',
    },
    limited: (wait: string) => `Too many sign-ups. Please try again ${wait}.`,
    unacceptablePassword: 'Password does not meet complexity requirements',
  },
  strength: {
    label: 'Password strength',
    labels: ['Very Weak', 'Very Weak', 'Weak', 'Fair', 'Strong', 'Strong'],
    hint: 'Meet at least 4 of these 5:',
    met: 'met',
    unmet: 'not met yet',
    rules: {
      lowercase: 'a lowercase letter',
      uppercase: 'an uppercase letter',
      number: 'a number',
      symbol: 'a symbol from !@#$%^&*(),.?":{}|<>',
      length: 'at least 8 characters',
    },
  },
  limited: {
    mails: (wait: string) =>
      `This was requested several times. Please check your mailbox, or try again ${wait}.`,
    links: (wait: string) => `Too many attempts with links. Please try again ${wait}.`,
  },
  resend: {
    action: 'Send a new confirmation email',
    sending: 'Sending...',
    sent: 'If this address is waiting to be confirmed, a new email is on its way. If nothing arrives in a few minutes, check for an earlier email or try again.',
  },
  confirm: {
    title: 'Confirm your email address',
    introduction: 'Press the button to confirm that this is your email address.',
    action: 'Confirm my email address',
    confirming: 'Confirming...',
    confirmed: {
      title: 'Email address confirmed',
      description: 'Sign in to continue to your application.',
      action: 'Sign In',
    },
    changed: {
      title: 'Email address changed',
      description: 'Sign in with your new address from now on.',
      action: 'Your Account',
    },
    halfChanged: {
      old: 'Thank you. One step is left: please open the link in our email to the current address of your account.',
      new: 'Thank you. One step is left: please open the link in our email to your new address.',
    },
    withoutLink:
      'Type your email address and the six-digit code from our email. If the link brought you here, it was incomplete. The code works just as well.',
    byCode: 'Confirm with the code',
    askAgain: 'Use a code, or ask for a new email',
    already: 'If you’ve already confirmed your address, just sign in.',
    signIn: 'Sign In',
    changing: 'Changing your account’s email address? Start again from Your Account.',
    account: 'Your Account',
  },
  code: {
    introduction: 'We’ll send a six-digit code to your address. It works for ten minutes.',
    action: 'Send the code',
    sending: 'Sending...',
    sent: (email: string) =>
      `If ${email} has an account, an email with a code is on its way. The code works for ten minutes. If nothing arrives in a few minutes, check for an earlier email or try again.`,
    field: 'Code from the email',
    missing: 'Enter the code from the email',
    limited: (wait: string) => `Too many attempts with a code. Please try again ${wait}.`,
    another: 'Send another code',
    byPassword: 'Sign in with your password',
  },
  /** For entering a code instead of following the link in the email. */
  mailCode: {
    emailHint: 'The address we emailed.',
    refused:
      'That code is wrong, used or expired. Use the newest email. After five wrong codes, codes are blocked for a day; links still work.',
  },
  passkey: {
    signIn: 'Use a passkey',
    waiting: 'Waiting for your passkey...',
    faults: {
      cancelled: 'No passkey was used. Please try again, or sign in another way.',
      known: 'You can’t use this passkey here. Please sign in another way.',
      impossible: 'Passkeys don’t work in this browser. Please sign in another way.',
    },
    refused:
      'This passkey doesn’t belong to any account here, or it was removed. Please sign in another way.',
    limited: (wait: string) => `Too many attempts. Please try again ${wait}.`,
  },
  factor: {
    title: 'One more step',
    introduction: 'Enter the six-digit code from your authenticator app.',
    passkeyIntroduction:
      'Use your passkey. Your device will ask for your fingerprint, face or PIN.',
    passkey: 'Use your passkey',
    which: 'Authenticator',
    field: 'Code from the app',
    missing: 'Enter the code',
    recoveryIntroduction:
      'Enter one of the recovery codes that you saved when you set up two-step sign-in. Each works once.',
    recoveryField: 'Recovery code',
    byRecoveryCode: 'Use a recovery code',
    byApp: 'Use the authenticator app',
    byPasskey: 'Use a passkey',
    back: 'Back to Sign In',
    again: 'Start again',
    limited: (wait: string) => `Too many wrong codes. Please try again ${wait}.`,
    lost: {
      title: 'Lost your codes too?',
      text: `Write to ${mailboxes.general} from the email address of your account. Give your name, your school and a phone number there. We call you back to make sure that it is you, and then remove the second step. This takes up to three working days.`,
    },
    /** After a sign-in with a recovery code. `left` is null if it is unknown. */
    recovered: (left: number | null) =>
      `You used a recovery code. ${left === null ? '' : `${codesLeft(left)} `}Your app or passkey is still your second step. If you lost it, replace it under Your Account.`,
    replace: 'Replace it',
  },
  recover: {
    title: 'Forgot your password?',
    introduction:
      'Enter your account’s email address, and we’ll send you a link to choose a new password.',
    action: 'Send the link',
    sending: 'Sending...',
    sent: 'If this address has an account, an email with a link is on its way. The link works for an hour. If nothing arrives in a few minutes, check for an earlier email or try again.',
    byCode: 'Type the code from the email',
    back: 'Back to Sign In',
  },
  reset: {
    introduction: 'This signs you out everywhere.',
    byCode: {
      introduction:
        'Type your account’s email address and the six-digit code from our email. If the link brought you here, it was incomplete. The code works just as well. This signs you out everywhere.',
      action: 'Continue',
      acting: 'Checking...',
    },
  },
  restore: {
    title: 'Restore your email address',
    introduction:
      'Your account’s email address was changed. If that wasn’t you, press the button to restore this address. This signs everyone out of the account and lets you choose a new password.',
    action: 'Restore my address',
    acting: 'Restoring...',
    granted:
      'We restored your address and signed everyone out of your account. Please choose a new password now.',
    otherwise: {
      text: 'If your address was already restored, ask for a new password. If it wasn’t, please write to us.',
      recover: 'Ask for a new password',
      contact: 'Contact us',
    },
  },
  newPassword: {
    title: 'Choose a new password',
    field: 'New password',
    action: 'Set the new password',
    setting: 'Setting...',
    missing: 'Enter a new password',
    limited: (wait: string) => `Too many attempts to set a password. Please try again ${wait}.`,
    chosen: {
      title: 'Password changed',
      description: 'You can now sign in with your new password.',
      action: 'Sign In',
    },
    incomplete: 'This link is incomplete. Open it from the email again, or ask for a new one.',
    otherLink:
      'That link or code was for something else, and that is now done. To reset your password, ask for a new link.',
    askAgain: 'Ask for a new link',
    /** For a confirmed address with several sign-ups. */
    contested:
      'Your address is confirmed. Someone had signed up with it more than once, so none of those passwords work. Please choose one now.',
  },
  membership: {
    title: 'Apply for Membership',
    text: 'Complete your journey by applying for full membership to access exclusive educator resources and forums.',
    applyNow: 'Apply Now',
    applyLater: 'Apply Later',
    dismiss: "Don't show this dialog again",
  },
} as const;

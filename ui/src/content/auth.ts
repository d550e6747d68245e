/** Every sentence of /auth, /auth/confirm and the membership dialog. */

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
  },
  signUp: {
    submit: 'Sign Up',
    submitting: 'Creating account...',
    created: {
      title: 'Account created!',
      description: 'Please check your email to verify your account.',
    },
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
  resend: {
    action: 'Send a new confirmation e-mail',
    sending: 'Sending...',
    sent: 'If this address is waiting to be confirmed, a new e-mail is on its way to it.',
    emailHint: 'The address you signed up with.',
  },
  confirm: {
    title: 'Confirm your e-mail address',
    introduction: 'One press, and your account is ready to use.',
    action: 'Confirm my e-mail address',
    confirming: 'Confirming...',
    confirmed: {
      title: 'E-mail address confirmed',
      description: 'You can now sign in to your account.',
      action: 'Sign In',
    },
    incomplete: 'This link is not complete. Open it from the e-mail again, or ask for a new one.',
    askAgain: 'Need a new link?',
    already: 'If you have confirmed your address before, you can simply sign in.',
    signIn: 'Sign In',
  },
  membership: {
    title: 'Apply for Membership',
    text: 'Complete your journey by applying for full membership to access exclusive educator resources and forums.',
    applyNow: 'Apply Now',
    applyLater: 'Apply Later',
    dismiss: "Don't show this dialog again",
  },
} as const;

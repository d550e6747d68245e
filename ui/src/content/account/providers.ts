/** Texts about signing in with a provider or a wallet, including /auth/finish. */

export const providers = {
  or: 'or',
  continueWith: (title: string) => `Continue with ${title}`,
  leaving: (title: string) => `Opening ${title}...`,
  waiting: 'Waiting for your wallet...',
  notKept:
    'Your browser blocks storage for this site, so we can’t bring you back here afterward. Please sign in another way.',
  limited: (wait: string) => `Too many attempts. Please try again ${wait}.`,
  wallet: {
    missing:
      'This browser has no wallet of this kind. Please install one and load the page again, or sign in another way.',
    refused:
      'You didn’t approve the request in your wallet. You can try again, or sign in another way.',
    asking: 'Your wallet is still asking you something. Please open it and answer there.',
    failed: 'Your wallet couldn’t sign. Please try again, or sign in another way.',
  },
  /** By the error code of the API or of the redirect. */
  refusals: {
    access_denied: 'You didn’t give permission on the provider’s page, so nothing changed here.',
    flow_state_not_found: 'This is already done or has expired. Please start again.',
    flow_state_expired: 'This took too long and has expired. Please start again.',
    bad_code_verifier: 'This was started in another tab or browser. Please start again here.',
    provider_refused: 'The provider couldn’t sign you in. Please try again, or use another way.',
    id_token_invalid:
      'We couldn’t verify the provider’s response. Please try again, or use another way.',
    unavailable: 'We can’t reach the provider right now. Please try again in a moment.',
    unknown_provider: 'This way to sign in is no longer offered. Please use another one.',
    account_exists:
      'Your email address already has an account here. Please sign in to it; then you can link this sign-in method under Your Account.',
    email_not_verified:
      'The provider hasn’t confirmed your email address. Please create an account with it here and confirm it from our email; then you can link this sign-in method under Your Account.',
    account_disabled: 'This account is disabled. Please write to us if you think that is wrong.',
    identity_taken: 'This is linked to another account here. Please unlink it there first.',
    reauthentication_required:
      'Too much time has passed since you entered your password. Please start again from Your Account.',
    signature_invalid: 'We couldn’t accept your wallet’s signature. Please try again.',
    message_invalid:
      'Your wallet’s response came too late or was changed. Please try again. If this keeps happening, check your device’s clock.',
    unsupported_wallet: 'You can’t use this kind of wallet here. Please sign in another way.',
    wallet_not_linked:
      'No account here is linked to this wallet. Please sign in another way; then you can link it under Your Account.',
  },
  finish: {
    title: 'Finish signing in',
    signingIn: 'Signing you in…',
    linking: 'Linking your account…',
    nothing:
      'There’s nothing to finish here. Either it’s already done, or you started in another tab or browser.',
    unknown: 'The provider couldn’t sign you in.',
    sessionEnded: 'You’re no longer signed in here. Please sign in, then link it again.',
    otherPerson:
      'Someone else signed in here in the meantime, so nothing was linked. Please start again in your own account.',
    again: 'Try again',
    byPassword: 'Sign in with your password',
    anotherWay: 'Sign in another way',
    createAccount: 'Sign Up',
    signIn: 'Sign In',
    toAccount: 'Go to your account',
    contact: 'Contact us',
  },
} as const;

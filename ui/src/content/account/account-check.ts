/** Texts for a page that waits for the session and its roles. */
export const accountCheck = {
  title: 'We couldn’t check your account yet',
  text: 'We’re still trying. If this keeps happening, check your connection.',
  retry: 'Try again',
  retrying: 'Trying again...',
} as const;

/** For browsers that refuse local storage, for example with all cookies blocked. */
export const notStored =
  'This browser doesn’t store anything for this site, so closing or reloading this page signs you out.';

/** Texts for a page that waits for the session and its roles. */
export const accountCheck = {
  title: 'Your account could not be checked yet',
  text: 'We are still trying. If this continues, please check your connection.',
  retry: 'Try again',
  retrying: 'Trying again...',
} as const;

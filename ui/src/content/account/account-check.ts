/** Texts of a page that waits for the session and its roles. */
export const accountCheck = {
  title: 'Your account could not be checked yet',
  text: 'We keep trying. If it lasts, please check your connection.',
  retry: 'Try again',
  retrying: 'Trying again...',
} as const;

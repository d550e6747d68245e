/** What both newsletter forms have in common. */
export const newsletter = {
  /** Read out after a submission: it says what is to be seen, and no more. */
  cleared: 'The form has been cleared.',
} as const;

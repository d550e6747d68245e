/** What a teacher can do today where a button has no action yet. */
export const join = {
  before: 'To apply today, ',
  link: 'create an account',
  after: ' and fill in the membership application.',
} as const;

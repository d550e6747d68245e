/** The dates of the season, with the feature `apply`. The receipt has the same sentences (crates/domain/src/site.rs). */
export const season = {
  closes: (day: string) => `Applications close ${day}.`,
  decides: (day: string) => `We decide by ${day}.`,
  /** Replaces the consequences of a withdrawal after the season. */
  withdrawal:
    'Administrators will no longer see or decide on it. Applications are closed, so you can’t apply again this season. We’ll keep your answers and photo as a draft for 90 days.',
  withdrawn: 'You withdrew your application.',
  closed: {
    title: 'Applications are closed',
    text: (day: string) => `Applications for this season closed on ${day}.`,
    kept: 'We keep the answers of an application that you have started for 90 days after your last change.',
    forum: 'Learn about the Forum',
  },
} as const;

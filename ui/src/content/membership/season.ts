/** The dates of the season, with the feature `apply`. The receipt has the same sentences (crates/domain/src/site.rs). */
export const season = {
  closes: (day: string) => `Applications close ${day}.`,
  decides: (day: string) => `We decide by ${day}.`,
  closed: {
    title: 'Applications are closed',
    text: (day: string) => `Applications for this season closed on ${day}.`,
    kept: 'We keep the answers of an application that you have started for 90 days after your last change.',
    forum: 'Learn about the Forum',
  },
} as const;

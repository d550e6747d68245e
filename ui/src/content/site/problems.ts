/** Messages for failed calls for which the server sent no message for users. */
export const problems = {
  unreachable: 'We couldn’t reach the server. Please check your connection and try again.',
  intercepted:
    'Something between you and us, such as a school filter or a hotel Wi-Fi sign-in page, answered instead of our server. Please try another network.',
  noAnswer: 'The server took too long to respond. Please try again.',
  busy: 'The server is busy right now. Please try again in a moment.',
  limited: (wait: string) => `Too many attempts. Please try again ${wait}.`,
  unexpected: 'Something went wrong on our side. Please try again.',
} as const;

/** The button that sends a failed request again. */
export const retry = 'Retry';

/** Completes 'Please try again' when a limit was reached. */
export const waits = {
  unknown: 'in a few minutes',
  minute: 'in a minute',
  minutes: (count: number) => `in about ${count} minutes`,
  hour: 'in about an hour',
  hours: (count: number) => `in about ${count} hours`,
} as const;

/** Messages for failed calls that have no message from the server, or a message for programs. */
export const problems = {
  unreachable: 'We could not reach the server. Please check your connection and try again.',
  noAnswer: 'The server took too long to answer. Please try again.',
  busy: 'The server is busy just now. Please try again in a moment.',
  limited: 'You have tried this several times. Please wait a few minutes, then try again.',
  unexpected: 'Something went wrong on our side. Please try again.',
} as const;

/** Messages for failed calls that have no message from the server. */
export const problems = {
  unreachable: 'We could not reach the server. Please check your connection and try again.',
  noAnswer: 'The server took too long to answer. Please try again.',
  busy: 'The server is busy just now. Please try again in a moment.',
  unexpected: 'Something went wrong on our side. Please try again.',
} as const;

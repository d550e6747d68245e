/** Texts for reading applications: personal data, reading without names, and comparing. */
export const reading = {
  neighbors: 'Previous and next application',
  personal: {
    title: 'Personal data',
    show: 'Show personal data',
    recorded: 'Opening it is recorded.',
    loading: 'Loading the personal data',
    failed: 'We couldn’t load the personal data.',
    retry: 'Load the personal data',
    changed: 'Personal data changed',
    /** For the newest answers, of which only the request is known until they are opened. */
    mayHaveChanged: 'Personal data may have changed. Show it below to compare.',
  },
  blind: {
    label: 'Read without names and photos',
    short: 'Without names',
    /** In place of a name, email address or photo. */
    hidden: 'Hidden',
    applicant: (code: string) => `Applicant ${code}`,
    personal: 'Hidden while you read without names and photos.',
    photoHidden: 'The photos are hidden.',
    email: 'The email names the applicant, so it’s shown once you show names.',
  },
  compare: {
    open: 'Compare',
    hint: 'Select two or three applications to compare.',
    title: 'Compare applications',
    answer: 'Answer',
    place: 'City and state',
    marks: 'Marks',
    sums: (yes: number, maybe: number, no: number) => `Yes ${yes}, Maybe ${maybe}, No ${no}`,
    notes: 'Notes',
    own: 'Not shown for your own application',
    loading: 'Loading the application',
    failed: 'We couldn’t load this application.',
    retry: 'Retry',
  },
} as const;

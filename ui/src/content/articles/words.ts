/** The words around the text of a post or a report. */
export const article = {
  breadcrumb: 'Breadcrumb',
  home: 'Home',
  source: (source: string) => `Source: ${source}.`,
  table: 'The figures as a table',
  columns: { label: 'Answer', value: 'Number' },
  relatedPosts: 'More Stories',
  relatedReports: 'More Reports',
  allPosts: 'All news & updates',
  allReports: 'All reports',
  about: 'About this report',
  topic: 'Topic',
  place: 'From',
  year: 'Year',
  basis: 'Based on',
  /** Below the title: where the report comes from. */
  method: (count: number) => `Gathered from ${count} K-12 teachers at our funded weekends.`,
  teachers: (count: number) => `${count} teachers`,
  passOn: 'Free to print and to pass on, whole or in part, with the source named.',
} as const;

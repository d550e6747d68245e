/** The form of a post's or a report's text, its loader, and the words around it. */

export interface Chart {
  title: string;
  /** The unit of the values. */
  unit: string;
  /** The end of the axis: the total, or 100 for percentages. */
  of: number;
  source: string;
  rows: readonly (readonly [label: string, value: number])[];
}

export type Block =
  | string
  | { readonly heading: string }
  | { readonly quote: string; readonly by: string }
  | { readonly points: readonly string[] }
  | { readonly chart: Chart };

export interface Article {
  blocks: readonly Block[];
}

export interface ReportArticle extends Article {
  /** Number of teachers who participated. */
  teachers: number;
}

const posts = import.meta.glob<Article>('./posts/*.ts', { import: 'article' });
const reports = import.meta.glob<ReportArticle>('./reports/*.ts', { import: 'article' });

function load<Text>(texts: Record<string, () => Promise<Text>>, file: string): Promise<Text> {
  const text = texts[file];
  if (!text) throw new Error(`${file} does not exist.`);
  return text();
}

export const textOfPost = (id: string) => load(posts, `./posts/${id}.ts`);
export const textOfReport = (id: string) => load(reports, `./reports/${id}.ts`);

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
  method: (count: number) => `Gathered from ${count} K-12 teachers at our funded weekends.`,
  teachers: (count: number) => `${count} teachers`,
  contents: 'In this report',
  print: 'Print or save as PDF',
  cite: 'How to cite',
  citation: (author: string, year: string, title: string, url: string) =>
    `${author} (${year}). ${title}. ${url}`,
  passOn: 'Free to print and share, in whole or in part, with credit.',
} as const;

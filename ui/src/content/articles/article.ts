/** The text of a report or a post: paragraphs, and what may stand between them. */

/** A bar chart; its rows are read from top to bottom. */
export interface Chart {
  title: string;
  /** What the bars count. */
  unit: string;
  /** The right end of the axis: all there are, or 100 for percentages. */
  of: number;
  /** Who counted, where and when. */
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
  /** How many teachers took part in what it reports. */
  teachers: number;
}

/** The running text; charts and quotations apart from it are not counted. */
export function wordsIn({ blocks }: Article): number {
  const texts = blocks.flatMap((block) => {
    if (typeof block === 'string') return [block];
    if ('points' in block) return block.points;
    return 'quote' in block ? [block.quote] : [];
  });
  return texts.join(' ').split(/\s+/).length;
}

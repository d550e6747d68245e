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

/** Number of words, excluding headings and charts. */
export function wordsIn({ blocks }: Article): number {
  const texts = blocks.flatMap((block) => {
    if (typeof block === 'string') return [block];
    if ('points' in block) return block.points;
    return 'quote' in block ? [block.quote] : [];
  });
  return texts.join(' ').split(/\s+/).length;
}

/** All texts by id. The pages load one text each (content/articles/article.ts). */
import type { Article, ReportArticle } from '../../src/content/articles/article';

const byId = <Text>(texts: Record<string, Text>): Readonly<Record<string, Text>> =>
  Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file.replace(/^.*\/|\.ts$/g, ''), text]),
  );

export const postArticles = byId(
  import.meta.glob<Article>('../../src/content/articles/posts/*.ts', {
    import: 'article',
    eager: true,
  }),
);
export const reportArticles = byId(
  import.meta.glob<ReportArticle>('../../src/content/articles/reports/*.ts', {
    import: 'article',
    eager: true,
  }),
);

/** Number of words, excluding headings and charts. */
export function wordsIn({ blocks }: Article): number {
  const texts = blocks.flatMap((block) => {
    if (typeof block === 'string') return [block];
    if ('points' in block) return block.points;
    return 'quote' in block ? [block.quote] : [];
  });
  return texts.join(' ').split(/\s+/).length;
}

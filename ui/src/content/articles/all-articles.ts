/** All texts by id, for the tests. The pages load one text each (text-of.ts). */
import type { Article, ReportArticle } from './article';

const byId = <Text>(texts: Record<string, Text>): Readonly<Record<string, Text>> =>
  Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file.replace(/^.*\/|\.ts$/g, ''), text]),
  );

export const postArticles = byId(
  import.meta.glob<Article>('./posts/*.ts', { import: 'article', eager: true }),
);
export const reportArticles = byId(
  import.meta.glob<ReportArticle>('./reports/*.ts', { import: 'article', eager: true }),
);

/** Loads the text of one post or report. */
import type { Article, ReportArticle } from './article';

const posts = import.meta.glob<Article>('./posts/*.ts', { import: 'article' });
const reports = import.meta.glob<ReportArticle>('./reports/*.ts', { import: 'article' });

function load<Text>(texts: Record<string, () => Promise<Text>>, file: string): Promise<Text> {
  const text = texts[file];
  if (!text) throw new Error(`${file} does not exist.`);
  return text();
}

export const textOfPost = (id: string) => load(posts, `./posts/${id}.ts`);
export const textOfReport = (id: string) => load(reports, `./reports/${id}.ts`);

/**
 * What the build makes files of: the pages as HTML, and the data of feeds and pictures. The counterpart of
 * main.tsx where there is no browser; scripts/prerender/load-site.ts builds it for Node.
 */
import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { NeedsScript } from './app/needs-script';
import { notFoundScreen, routeTable } from './app/route-table';
import { organisation } from './content/site/organisation';
import { NotStarted } from './app/not-started';
import { preloadPage } from './app/page-code';
import type { Screen } from './app/screen';
import { postPath, reportPath } from './content/publications/article-titles';
import { faqGroups } from './content/marketing/faq-groups';
import { needsScript } from './content/site/needs-script';
import { documentTitle } from './content/site/screens';
import { firstYear } from './content/marketing/facts';
import { descriptions, pages, type PageName, paths, sectionOf } from './content/site/pages';
import { reports } from './content/publications/report-list';
import { featured } from './content/publications/reports';
import { SiteRoutes } from './app/site-routes';
import { blogPosts, featuredPost } from './content/publications/blog-posts';

export { descriptions, paths };
export { notFoundScreen, routeTable };
export { ORIGIN_STAND_IN } from './app/site-origin';
export { organisation };

export const stories = [featuredPost, ...blogPosts];
interface Question {
  question: string;
  answer: readonly string[];
}

export const questions = faqGroups.flatMap((group): readonly Question[] => group.items);

export const storyAt = (path: string) => stories.find(({ id }) => postPath(id) === path);

export function reportAt(path: string) {
  if (path === reportPath(featured.id))
    return { ...featured, subtitle: featured.lead, year: String(firstYear.year) };
  return reports.find(({ id }) => reportPath(id) === path);
}

/** The pages from the home page down to this one, with their titles. */
export function wayTo(path: string): { title: string; path: string }[] {
  const home = { title: organisation.name, path: paths.home };
  if (path === paths.home) return [home];
  const title = routeTable.find((screen) => screen.path === path)?.title ?? path;
  const section = pages[sectionOf(path)];
  return [home, ...(section.path === paths.home ? [] : [section]), { title, path }];
}

/** Whole sentences, as many as a search engine shows. */
function shortened(text: string): string {
  const sentences = text.split(/(?<=[.?!])\s/);
  let short = '';
  for (const sentence of sentences) {
    if (short !== '' && short.length + sentence.length > 160) break;
    short = `${short} ${sentence}`.trim();
  }
  return short;
}

/** Throws where a page has none: each that search engines may know needs one. */
export function descriptionOf(path: string): string {
  const article = storyAt(path)?.excerpt ?? reportAt(path)?.subtitle;
  if (article !== undefined) return shortened(article);
  const described: Partial<Record<PageName, string>> = descriptions;
  const page = (Object.keys(paths) as PageName[]).find((name) => paths[name] === path);
  const description = page && described[page];
  if (!description) throw new Error(`${path} has no description.`);
  return description;
}

export const titleOf = ({ title }: Screen): string => documentTitle(title);

/** What stands in <noscript> where a page is not rendered before. Throws where the page has no words for it. */
export function noScriptNotice({ path, title }: Screen): string {
  const described: Partial<Record<PageName, string>> = needsScript.pages;
  const page = (Object.keys(paths) as PageName[]).find((name) => paths[name] === path);
  const purpose = page && described[page];
  if (!purpose) throw new Error(`${path} does not say what it is for without a script.`);
  return renderToStaticMarkup(<NeedsScript title={title} purpose={purpose} />);
}

/** What public/not-started.js shows. */
export const notStartedNotice = (): string => renderToStaticMarkup(<NotStarted />);

/** The content of #root, with the elements that belong into the head in front of it. */
export async function renderPage(path: string): Promise<string> {
  await preloadPage(path);
  const faults: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <SiteRoutes />
      </StaticRouter>
    </StrictMode>,
    {
      // What comes in chunks is put into place by an inline script.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (fault) => void faults.push(fault),
    },
  );
  if (faults.length > 0) throw new AggregateError(faults, `${path} fails to render.`);
  return new Response(prelude).text();
}

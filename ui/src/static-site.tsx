/**
 * The pages as HTML, and the data for feeds and pictures, for the build. This module is the counterpart of main.tsx in
 * Node, and scripts/prerender/both-builds.ts builds it.
 */
import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { NeedsScript, NotStarted } from './app/static-notices';
import { notFoundScreen, routeTable, type Screen } from './app/route-table';
import { organisation } from './content/site/organisation';
import { preloadPage } from './app/page-code';
import { postPath, reportPath } from './content/publications/article-titles';
import { faqGroups, onlineGiving } from './content/marketing/faq';
import { documentTitle, needsScript } from './content/site/screens';
import { firstYear } from './content/marketing/facts';
import { descriptions, pages, type PageName, paths, sectionOf } from './content/site/pages';
import { reports } from './content/publications/report-list';
import { featured } from './content/publications/reports';
import { prerenderFeatures } from './lib/browser/site';
import { SiteRoutes } from './app/site-routes';
import { blogPosts, featuredPost } from './content/publications/blog-posts';

export { descriptions, paths };
export { notFoundScreen, routeTable };
export { ORIGIN_STAND_IN } from './lib/browser/site-origin';
export { onlineGiving, organisation };

export const stories = [featuredPost, ...blogPosts];
type Question = { question: string; answer: readonly string[] };
export const questions = faqGroups.flatMap((group): readonly Question[] => group.items);

export const storyAt = (path: string) => stories.find(({ id }) => postPath(id) === path);

export function reportAt(path: string) {
  if (path === reportPath(featured.id))
    return { ...featured, subtitle: featured.lead, year: String(firstYear.year) };
  return reports.find(({ id }) => reportPath(id) === path);
}

/** The breadcrumbs from the home page to this one. */
export function breadcrumbsTo(path: string): { title: string; path: string }[] {
  const home = { title: organisation.name, path: paths.home };
  if (path === paths.home) return [home];
  const title = routeTable.find((screen) => screen.path === path)?.title ?? path;
  const section = pages[sectionOf(path)];
  return [home, ...(section.path === paths.home ? [] : [section]), { title, path }];
}

/** As many whole sentences as a search engine displays. */
function shortened(text: string): string {
  const sentences = text.split(/(?<=[.?!])\s/);
  let short = '';
  for (const sentence of sentences) {
    if (short !== '' && short.length + sentence.length > 160) break;
    short = `${short} ${sentence}`.trim();
  }
  return short;
}

/** The entry of the page at this path, if it has one. */
const textOf = (texts: Partial<Record<PageName, string>>, path: string): string | undefined =>
  Object.entries(texts).find(([name]) => paths[name as PageName] === path)?.[1];

/** Throws if a page has no description, because every page that search engines may index needs one. */
export function descriptionOf(path: string): string {
  const article = storyAt(path)?.excerpt ?? reportAt(path)?.subtitle;
  if (article !== undefined) return shortened(article);
  const description = textOf(descriptions, path);
  if (!description) throw new Error(`${path} has no description.`);
  return description;
}

export const titleOf = ({ title }: Screen): string => documentTitle(title);

/** The <noscript> notice of a page that is not prerendered. Throws if the page has no text for it. */
export function noScriptNotice({ path, title }: Screen): string {
  const purpose = textOf(needsScript.pages, path);
  if (!purpose) throw new Error(`${path} has no text for browsers without script.`);
  return renderToStaticMarkup(<NeedsScript title={title} purpose={purpose} />);
}

/** The notice that public/not-started.js shows. */
export const notStartedNotice = (): string => renderToStaticMarkup(<NotStarted />);

const switches = /<x-switch data-feature="([\w ]+)">(.*?)<\/x-switch>/gs;

/**
 * A page with both variants of what features change, from its two renderings. The server keeps one of each
 * (crates/http/src/site/texts.rs). Throws if they differ elsewhere.
 */
export function bothVariants(off: string, on: string): string {
  const [without, withAll] = [[...off.matchAll(switches)], [...on.matchAll(switches)]];
  const fixed = (page: string) => page.replace(switches, '<x-switch $1>');
  const isNested = [...without, ...withAll].some(([, , variant = '']) =>
    variant.includes('<x-switch'),
  );
  if (isNested) throw new Error('A switch contains another one.');
  if (fixed(off) !== fixed(on))
    throw new Error('Something outside of a switch depends on a feature.');
  let next = 0;
  return off.replace(switches, (_, feature: string, variant: string) => {
    const [, , other = ''] = withAll[next] ?? [];
    next += 1;
    return `<x-switch data-feature="${feature}">${variant}<x-on>${other}</x-switch>`;
  });
}

/** The content of #root after the elements that belong in the head, with both variants of what features change. */
export async function renderPage(path: string): Promise<string> {
  await preloadPage(path);
  const off = await render(path);
  prerenderFeatures(true);
  const on = await render(path);
  prerenderFeatures(false);
  return bothVariants(off, on);
}

async function render(path: string): Promise<string> {
  const faults: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <SiteRoutes />
      </StaticRouter>
    </StrictMode>,
    {
      // React would insert chunks with an inline script, which the Content-Security-Policy forbids.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (fault) => void faults.push(fault),
    },
  );
  if (faults.length > 0) throw new AggregateError(faults, `${path} fails to render.`);
  return new Response(prelude).text();
}

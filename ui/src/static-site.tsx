/**
 * What the build makes files of: the pages as HTML, and the data of feeds and pictures. The counterpart of
 * main.tsx where there is no browser; scripts/prerender.ts builds it for Node.
 */
import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { NeedsScript } from './app/needs-script';
import { NotStarted } from './app/not-started';
import { preloadPage } from './app/page-code';
import { descriptions, type PageName, paths } from './content/pages';
import { SiteRoutes } from './app/site-routes';
import { blogPosts, featuredPost } from './content/blog-posts';

export { descriptions, paths };
export { notFoundScreen, routeTable } from './app/route-table';
export { ORIGIN_STAND_IN } from './app/site-origin';
export { organisation } from './content/organisation';

export const stories = [featuredPost, ...blogPosts];

/** Throws where a page has none: each that search engines may know needs one. */
export function descriptionOf(path: string): string {
  const described: Partial<Record<PageName, string>> = descriptions;
  const page = (Object.keys(paths) as PageName[]).find((name) => paths[name] === path);
  const description = page && described[page];
  if (!description) throw new Error(`${path} has no description.`);
  return description;
}

/** What stands in <noscript> where a page is not rendered before. */
export const noScriptNotice = (): string => renderToStaticMarkup(<NeedsScript />);

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

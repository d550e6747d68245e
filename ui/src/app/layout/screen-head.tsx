/**
 * The elements of a screen that React hoists into the document's head. The build writes the elements that only crawlers
 * read, such as the description (scripts/prerender/page-html.ts).
 */
import { useEffect } from 'react';
import { documentTitle } from '../../content/site/screens';
import { siteOrigin } from '../../lib/browser/site-origin';
import type { Screen } from '../route-table';

/** An error page has no `path`. */
export function ScreenHead(screen: Pick<Screen, 'title'> & Partial<Screen>) {
  const { title, path, noindex, comingSoon, canonical, referrer } = screen;
  // The shell has a title for browsers without script (scripts/prerender/page-html.ts).
  useEffect(() => document.querySelector('title[data-shell]')?.remove(), []);
  return (
    <>
      <title>{documentTitle(title)}</title>
      {(noindex || comingSoon) && <meta name="robots" content="noindex" />}
      {referrer && <meta name="referrer" content={referrer} />}
      {path && !noindex && <link rel="canonical" href={siteOrigin() + (canonical ?? path)} />}
    </>
  );
}

/**
 * The elements of a screen that React hoists into the document's head. The build writes the elements that only crawlers
 * read, such as the description (scripts/prerender/page-html.ts).
 */
import { useEffect } from 'react';
import { documentTitle } from '../../content/site/screens';
import { siteOrigin } from '../../lib/browser/site-origin';

export interface ScreenHeadProps {
  title: string;
  /** Omitted for the not-found page. */
  path?: string;
  noindex?: boolean | undefined;
  comingSoon?: boolean | undefined;
  /** The path under which search engines index the same content. */
  canonical?: string | undefined;
  referrer?: string | undefined;
}

export function ScreenHead({
  title,
  path,
  noindex,
  comingSoon,
  canonical,
  referrer,
}: ScreenHeadProps) {
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

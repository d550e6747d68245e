/**
 * What a screen says in the document's head, where React hoists it. What only machines read that run no script, such
 * as the description, the build writes there (scripts/page-head.ts).
 */
import { documentTitle } from '../content/screens';
import { siteOrigin } from './site-origin';

export interface ScreenHeadProps {
  title: string;
  /** Left out where there is no such page. */
  path?: string;
  noindex?: boolean | undefined;
  referrer?: string | undefined;
}

export function ScreenHead({ title, path, noindex, referrer }: ScreenHeadProps) {
  return (
    <>
      <title>{documentTitle(title)}</title>
      {noindex && <meta name="robots" content="noindex" />}
      {referrer && <meta name="referrer" content={referrer} />}
      {path && !noindex && <link rel="canonical" href={siteOrigin() + path} />}
    </>
  );
}

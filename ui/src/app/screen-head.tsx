/** Title, description and robots of a screen. React hoists these into the document's head. */
import { documentTitle } from '../content/screens';
import { siteOrigin } from './site-origin';

export interface ScreenHeadProps {
  title: string;
  description: string;
  /** Left out where there is no such page. */
  path?: string;
  noindex?: boolean | undefined;
  referrer?: string | undefined;
}

export function ScreenHead({ title, description, path, noindex, referrer }: ScreenHeadProps) {
  return (
    <>
      <title>{documentTitle(title)}</title>
      <meta name="description" content={description} />
      {noindex && <meta name="robots" content="noindex" />}
      {referrer && <meta name="referrer" content={referrer} />}
      {path && !noindex && <link rel="canonical" href={siteOrigin() + path} />}
    </>
  );
}

/** What the route table says of one screen. Who may see it is the page's own business: it needs the session anyway. */
import type { ComponentType } from 'react';

/** Given to every page; one that says its own words takes none of it. */
export interface PageProps {
  title: string;
}

export interface Screen extends PageProps {
  path: string;
  load: () => Promise<ComponentType<PageProps>>;
  /** Kept out of search engines. */
  noindex?: boolean;
  /** Its content is still to come: not yet in the sitemap. */
  comingSoon?: boolean;
  /** For a screen whose address carries a secret. */
  referrer?: 'no-referrer';
}

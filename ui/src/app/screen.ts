/** What the route table says of one screen. Who may see it is the page's own business: it needs the session anyway. */
import type { ComponentType } from 'react';

/** Given to every page, which takes of it what it needs. */
export interface PageProps {
  title: string;
  /** By its address a page that serves many, such as one for each post, finds what to show. */
  path: string;
}

export interface Screen extends PageProps {
  load: () => Promise<ComponentType<PageProps>>;
  /** Kept out of search engines. */
  noindex?: boolean;
  /** Its content is still to come: not yet in the sitemap. */
  comingSoon?: boolean;
  /** For a screen whose address carries a secret. */
  referrer?: 'no-referrer';
}

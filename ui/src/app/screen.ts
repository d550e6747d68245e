/** An entry of the route table. Access is checked by the page itself (features/signed-in/require-role.tsx). */
import type { ComponentType } from 'react';

/** The props of every page; each uses those it needs. */
export interface PageProps {
  title: string;
  /** A component that serves many paths, such as one for each post, finds its content by it. */
  path: string;
  /** The values of the parameters in `path`, as they stand in the address. */
  params: Readonly<Record<string, string | undefined>>;
}

export interface Screen extends Pick<PageProps, 'title' | 'path'> {
  load: () => Promise<ComponentType<PageProps>>;
  /** Kept out of search engines. */
  noindex?: boolean;
  /** A placeholder: not in the sitemap yet. */
  comingSoon?: boolean;
  /** For a screen whose URL contains a secret. */
  referrer?: 'no-referrer';
}

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
  /** Its titles at a fragment, in place of `title`. */
  titleAt?: Readonly<Record<string, string>>;
  /** Kept out of search engines. */
  noindex?: boolean;
  /** The path of the page with the same content that search engines should show. */
  canonical?: string;
  /** A placeholder: prerendered, but kept out of search engines until it is written. */
  comingSoon?: boolean;
  /** For a screen whose URL contains a secret. */
  referrer?: 'no-referrer';
}

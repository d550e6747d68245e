/** An entry in the route table. Access is checked by the page itself (features/signed-in/require-role.tsx). */
import type { ComponentType } from 'react';

export interface PageProps {
  title: string;
  /** For components that serve many paths, such as the post page. */
  path: string;
  /** The parameters of `path`, with their values from the URL. */
  params: Readonly<Record<string, string | undefined>>;
}

export interface Screen extends Pick<PageProps, 'title' | 'path'> {
  load: () => Promise<ComponentType<PageProps>>;
  /** Titles by fragment, which replace `title`. */
  titleAt?: Readonly<Record<string, string>>;
  /** Kept out of search engines. */
  noindex?: boolean;
  /** The path of the page with the same content that search engines should index. */
  canonical?: string;
  /** A placeholder: prerendered, but kept out of search engines until it is written. */
  comingSoon?: boolean;
  /** For URLs that contain a secret. */
  referrer?: 'no-referrer';
}

/** What the operator has switched on. The server writes it into <html data-site>, if there is anything. */
import type { ReactNode } from 'react';

export type Feature =
  | 'contact'
  | 'newsletter'
  | 'users'
  | 'email_templates'
  | 'giving'
  | 'shop'
  | 'apply'
  | 'private_photos';

/** https URLs with `{amount}`. */
export type GivingUrls = Readonly<
  Record<'one_time' | 'monthly' | 'sponsor_teacher' | 'sponsor_forum', string>
>;

/** The body of `GET /api/site`. */
interface Site {
  readonly features: readonly Feature[];
  readonly giving: GivingUrls | null;
  readonly shop_url: string | null;
  /** YYYY-MM-DD. */
  readonly season: Readonly<Record<'closes_on' | 'decides_by', string | null>>;
}

const nothing: Site = {
  features: [],
  giving: null,
  shop_url: null,
  season: { closes_on: null, decides_by: null },
};

/** Empty while the build prerenders the pages. */
export function siteSettings(): Site {
  const written = import.meta.env.SSR ? undefined : document.documentElement.dataset['site'];
  return written === undefined ? nothing : (JSON.parse(written) as Site);
}

let prerendersOn = false;

/** Makes the build render the pages with all features or with none. */
export function prerenderFeatures(on: boolean): void {
  prerendersOn = on;
}

export const hasFeature = (feature: Feature): boolean =>
  import.meta.env.SSR ? prerendersOn : siteSettings().features.includes(feature);

/**
 * `on` where the feature, or one of several, is switched on, otherwise `off`. On prerendered pages nothing else may depend
 * on a feature: the build renders both, and the server keeps one (src/static-site.tsx). Text belongs inside of an element,
 * because React separates adjacent texts. A switch cannot contain another one.
 */
export function Switch({
  feature,
  on = null,
  off = null,
}: {
  feature: Feature | readonly Feature[];
  on?: ReactNode;
  off?: ReactNode;
}) {
  const features = [feature].flat();
  const shown = features.some(hasFeature) ? on : off;
  return import.meta.env.SSR ? (
    <x-switch data-feature={features.join(' ')}>{shown}</x-switch>
  ) : (
    shown
  );
}

declare module 'react/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      'x-switch': { 'data-feature': string; children?: ReactNode };
    }
  }
}

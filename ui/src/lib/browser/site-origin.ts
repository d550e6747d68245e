/**
 * The origin of the site, for absolute URLs. The build does not know it and writes this placeholder, which the server
 * replaces in every page and feed.
 */
export const ORIGIN_STAND_IN = 'https://origin.invalid';

/** Reads the origin from the page, so that the browser renders what the server sent. */
export function siteOrigin(): string {
  if (import.meta.env.SSR) return ORIGIN_STAND_IN;
  return document.documentElement.dataset['origin'] ?? '';
}

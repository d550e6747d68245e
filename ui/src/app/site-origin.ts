/**
 * Where the site is reached, for the few addresses that must be absolute. A build does not know it: it writes
 * this stand-in, and the server puts its own origin there in every page and feed that it sends.
 */
export const ORIGIN_STAND_IN = 'https://origin.invalid';

/** With it what the browser renders equals what was sent. */
export function siteOrigin(): string {
  if (import.meta.env.SSR) return ORIGIN_STAND_IN;
  return document.documentElement.dataset['origin'] ?? '';
}

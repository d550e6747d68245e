import { siteSettings } from '../lib/browser/site';
import { serverNow } from './session-state';

/** The last day ends in American Samoa, as in crates/domain/src/site.rs. */
export function isSeasonClosed(): boolean {
  const { closes_on: last } = siteSettings().season;
  return last !== null && serverNow() >= Date.parse(`${last}T24:00:00-11:00`);
}

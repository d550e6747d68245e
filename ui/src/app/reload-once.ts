/**
 * After a new release the code of an open page may be gone from the server. One reload fetches the new
 * release; a second within a minute would be a loop, so the error page is shown instead.
 */
const MARK = 'reloadedForMissingCode';
const APART_MS = 60_000;

/**
 * For a page that somebody wants to see and whose code does not arrive. Never for a head start: it would take what is
 * typed into the present page with it. Returns whether the page is being reloaded.
 */
export function reloadOnce(): boolean {
  // Without a line a reload would lose even the page that is there.
  if (!window.navigator.onLine) return false;
  const last = Number(window.sessionStorage.getItem(MARK) ?? 0);
  if (Date.now() - last < APART_MS) return false;
  window.sessionStorage.setItem(MARK, String(Date.now()));
  window.location.reload();
  return true;
}

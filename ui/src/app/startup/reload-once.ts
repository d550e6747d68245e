/**
 * After a new release the code of an open page may be gone from the server. One reload fetches the new
 * release; a second within a minute would be a loop, so the error page is shown instead.
 */
const MARK = 'reloadedForMissingCode';
const APART_MS = 60_000;

/**
 * For a page that was navigated to and whose code fails to load, never for preloading: a reload discards what is typed
 * into the current page. Returns whether the page is being reloaded.
 */
export function reloadOnce(): boolean {
  // Offline a reload would lose even the current page.
  if (!window.navigator.onLine) return false;
  try {
    const last = Number(window.sessionStorage.getItem(MARK) ?? 0);
    if (Date.now() - last < APART_MS) return false;
    window.sessionStorage.setItem(MARK, String(Date.now()));
  } catch {
    // Without the mark it might go on for ever.
    return false;
  }
  window.location.reload();
  return true;
}

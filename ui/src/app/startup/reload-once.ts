/**
 * After a release the server may no longer have the code of an open page. One reload loads the new release. A second one
 * within a minute would be a loop, so the error page is shown instead.
 */
const MARK = 'reloadedForMissingCode';
const MIN_INTERVAL_MS = 60_000;

/**
 * Returns whether the page is being reloaded. Not used for preloading, because a reload discards the input on the current
 * page.
 */
export function reloadOnce(): boolean {
  // Offline, a reload would lose the current page as well.
  if (!window.navigator.onLine) return false;
  try {
    const last = Number(window.sessionStorage.getItem(MARK) ?? 0);
    if (Date.now() - last < MIN_INTERVAL_MS) return false;
    window.sessionStorage.setItem(MARK, String(Date.now()));
  } catch {
    // Without the mark, the page could reload forever.
    return false;
  }
  window.location.reload();
  return true;
}

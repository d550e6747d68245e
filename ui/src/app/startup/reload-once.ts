/**
 * After a release the server may no longer have the code of an open page. One reload loads the new release. A second one
 * within a minute would be a loop, so the error page is shown instead.
 */
const MARK = 'reloadedForMissingCode';
const MIN_INTERVAL_MS = 60_000;
/** A page that is still open this long after the user left it was not left, for example because a download began. */
const LEAVING_MS = 30_000;

/** Returns whether the page is being reloaded. */
function reloadOnce(): boolean {
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

/**
 * Loads code, or reloads the page and stays pending. Not used for preloading, because a reload discards the input on the
 * current page.
 */
export async function loadOrReload<Code>(load: () => Promise<Code>): Promise<Code> {
  // Safari and Firefox cancel what a page loads when the user leaves it. A reload would call the user back. The listener
  // exists only while code loads, because Firefox excludes pages with it from the back/forward cache.
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  window.addEventListener('beforeunload', leave);
  try {
    return await load();
  } catch (error) {
    if (isLeft) await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
    if (reloadOnce()) return await new Promise<never>(() => undefined);
    throw error;
  } finally {
    window.removeEventListener('beforeunload', leave);
  }
}

/**
 * After a release the server may no longer have the code of an open page. One reload loads the new release. A second one
 * within a minute would be a loop, so the error page is shown instead.
 */
import { readTab, type StorageKey, writeTab } from '../../lib/browser/browser-storage';

const MARK: StorageKey = 'reloadedForMissingCode';
const MIN_INTERVAL_MS = 60_000;
/** A page that is still open this long after the user left it was not left, for example because a download began. */
const LEAVING_MS = 30_000;

/** After this time the error is shown instead of waiting for a reload. */
const RESPONSE_TIMEOUT_MS = 5_000;

/** Whether the server has another release, whose pages start another script. Also false without a response. */
async function hasNewRelease(): Promise<boolean> {
  try {
    const response = await fetch('/', {
      cache: 'no-store',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    if (!response.ok) return false;
    const page = await response.text();
    const scripts = document.querySelectorAll('script[type="module"][src^="/assets/"]');
    return [...scripts].some((script) => !page.includes(String(script.getAttribute('src'))));
  } catch {
    return false;
  }
}

/** Returns whether the page is being reloaded. */
function reloadOnce(): boolean {
  // Offline, a reload would lose the current page as well.
  if (!window.navigator.onLine) return false;
  if (Date.now() - Number(readTab(MARK) ?? 0) < MIN_INTERVAL_MS) return false;
  // Without the mark, the page could reload forever.
  if (!writeTab(MARK, String(Date.now())) || readTab(MARK) === null) return false;
  window.location.reload();
  return true;
}

/**
 * Loads code, or reloads the page and stays pending. Not used for preloading, because a reload discards the input on the
 * current page.
 */
export async function loadOrReload<Code>(load: () => Promise<Code>): Promise<Code> {
  // Safari and Firefox cancel what a page loads when the user leaves it, also what it begins to load after the event
  // `beforeunload`. A reload would call the user back, so only a new release leads to one. The listener exists only while
  // code loads, because Firefox excludes pages with it from the back/forward cache.
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  window.addEventListener('beforeunload', leave);
  try {
    return await load();
  } catch (error) {
    if (isLeft) await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
    if ((await hasNewRelease()) && reloadOnce()) return await new Promise<never>(() => undefined);
    throw error;
  } finally {
    window.removeEventListener('beforeunload', leave);
  }
}

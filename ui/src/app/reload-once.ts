/**
 * After a new release the code of an open page may be gone from the server. One reload fetches the new
 * release; a second within a minute would be a loop, so the error page is shown instead.
 */
const MARK = 'reloadedForMissingCode';
const APART_MS = 60_000;

export function reloadOnceOnMissingCode(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(window.sessionStorage.getItem(MARK) ?? 0);
    if (Date.now() - last < APART_MS) return;
    window.sessionStorage.setItem(MARK, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}

/** Leaving the site for an address that the browser opens in this tab. */

/** A browser that has not left by then has been stopped. */
const LEAVING_MS = 10_000;

/**
 * Pends while the browser leaves. Resolves when the page comes back from the browser's cache, or when nothing came of it, so
 * that what was pressed works again.
 */
export function leaveFor(
  address: string,
  go: (to: string) => void = (to) => window.location.assign(to),
): Promise<void> {
  return new Promise((resolve) => {
    const stay = () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', comeBack);
      resolve();
    };
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) stay();
    };
    const timer = setTimeout(stay, LEAVING_MS);
    window.addEventListener('pageshow', comeBack);
    go(address);
  });
}

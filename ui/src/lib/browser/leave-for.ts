/** After this time the navigation is considered stopped. */
const NAVIGATION_TIMEOUT_MS = 10_000;

/**
 * Opens a URL outside the site in this tab. Pending while the browser navigates; resolves when the page returns from the
 * back-forward cache or when the navigation was stopped, so that the pressed button works again.
 */
export function leaveFor(
  url: string,
  go: (to: string) => void = (to) => window.location.assign(to),
): Promise<void> {
  return new Promise((resolve) => {
    const stay = () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', returned);
      resolve();
    };
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted) stay();
    };
    const timer = setTimeout(stay, NAVIGATION_TIMEOUT_MS);
    window.addEventListener('pageshow', returned);
    go(url);
  });
}

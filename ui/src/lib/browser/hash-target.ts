/** The element that a URL fragment refers to, and whether the fragment decides the scroll position and focus. */
export function hashTarget(hash: string): HTMLElement | null {
  if (hash === '') return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // A malformed fragment refers to no element.
    return null;
  }
}

let navigated = false;

/** Must be called after a navigation within the site. The new page then decides the scroll position and focus. */
export function leaveFreshDocument(): void {
  navigated = true;
}

/** Whether the document was opened by its URL. After a reload, Back or Forward the earlier position applies. */
export function isFreshDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !navigated && (entry?.type ?? 'navigate') === 'navigate';
}

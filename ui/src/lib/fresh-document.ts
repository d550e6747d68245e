/**
 * Whether this document was just opened by its URL, so that the fragment decides the scroll position and focus. After a
 * reload, Back or Forward the previous position counts instead, and after a navigation the new page decides.
 */
let moved = false;

export function leaveFreshDocument(): void {
  moved = true;
}

export function isFreshDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !moved && (entry?.type ?? 'navigate') === 'navigate';
}

/**
 * Whether the reader has only just come to this document by its address, so that what the address names counts. After
 * a reload, Back or Forward the place that was left counts instead, and after a navigation the new page decides.
 */
let moved = false;

export function leaveFreshDocument(): void {
  moved = true;
}

export function isFreshDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !moved && (entry?.type ?? 'navigate') === 'navigate';
}

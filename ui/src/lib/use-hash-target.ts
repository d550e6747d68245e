/**
 * Brings the reader to what the address names behind `#`: scrolls there and gives it the focus, and opens it
 * first where it is closed. `otherwise` is the id to go to when the address has no hash.
 */
import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

export function useHashTarget(otherwise?: string): void {
  const { hash, key } = useLocation();
  // A place in the history has its scroll position back already; the first load of a page has none.
  const restored = useNavigationType() === NavigationType.Pop && key !== 'default';

  useEffect(() => {
    const id = hash === '' ? otherwise : hash.slice(1);
    const target = id === undefined ? null : document.getElementById(id);
    if (target === null) return;
    if (target instanceof HTMLDetailsElement) target.open = true;
    if (restored) return;
    target.scrollIntoView();
    (target.querySelector('summary') ?? target).focus({ preventScroll: true });
    // The key makes a second press of the same link count.
  }, [hash, key, otherwise, restored]);
}

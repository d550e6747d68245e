/**
 * Focuses the target of the URL's fragment, and opens it if it is a closed <details>. The browser and the layout scroll to
 * it (app/layout/scroll-restoration.ts). `otherwise` is the id of the target without a fragment.
 */
import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { isFreshDocument, leaveFreshDocument, hashTarget } from '../browser/hash-target';

/** The router's key for a URL that the user typed into the address bar. */
const TYPED = 'default';

export function useHashTarget(otherwise?: string): void {
  const { hash, key } = useLocation();
  const navigated = useNavigationType() !== NavigationType.Pop;

  // The key makes another press of the same link take effect.
  useEffect(() => {
    if (navigated) leaveFreshDocument();
    const byDefault = hash === '' && otherwise !== undefined;
    const target = byDefault ? document.getElementById(otherwise) : hashTarget(hash);
    if (target === null) return;
    if (target instanceof HTMLDetailsElement) target.open = true;
    // On Back and after a reload the earlier position is kept.
    if (!navigated && !isFreshDocument() && key !== TYPED) return;
    // The user may have scrolled before the script ran.
    if (byDefault && (navigated || window.scrollY === 0)) target.scrollIntoView();
    const part = target.querySelector('summary') ?? target;
    part.focus({ preventScroll: true });
    return keepFocusOnLoad(part);
  }, [hash, key, otherwise, navigated]);
}

/**
 * Around the load event, Chrome clears the focus if the fragment's target itself cannot have it. The element gets it back,
 * unless the user has acted by then. The returned function stops it.
 */
function keepFocusOnLoad(element: HTMLElement): () => void {
  const acted = new AbortController();
  const { signal } = acted;
  const stop = () => acted.abort();
  const restore = () =>
    requestAnimationFrame(() => {
      if (!signal.aborted && document.activeElement === document.body)
        element.focus({ preventScroll: true });
    });
  window.addEventListener('load', restore, { signal });
  window.addEventListener('pointerdown', stop, { signal });
  window.addEventListener('keydown', stop, { signal });
  return stop;
}

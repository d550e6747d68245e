/**
 * Brings the focus to what the address names behind `#`, and opens it first where it is closed: React does not know
 * of an open <details>, whoever opened it. Getting it into view is the browser's part and the layout's
 * (app/use-scroll-restoration.ts). `otherwise` is the id to go to when the address has no hash.
 */
import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { isFreshDocument, leaveFreshDocument, hashTarget } from '../hash-target';

/** The key of a place that the reader's own hand put into the address bar. */
const BY_HAND = 'default';

export function useHashTarget(otherwise?: string): void {
  const { hash, key } = useLocation();
  const navigated = useNavigationType() !== NavigationType.Pop;

  useEffect(() => {
    if (navigated) leaveFreshDocument();
    const byDefault = hash === '' && otherwise !== undefined;
    const target = byDefault ? document.getElementById(otherwise) : hashTarget(hash);
    if (target === null) return;
    if (target instanceof HTMLDetailsElement) target.open = true;
    // On Back and after a reload the reader is where they were.
    if (!navigated && !isFreshDocument() && key !== BY_HAND) return;
    // Who has scrolled on before the script arrived is not pulled back.
    if (byDefault && (navigated || window.scrollY === 0)) target.scrollIntoView();
    (target.querySelector('summary') ?? target).focus({ preventScroll: true });
    // The key makes a second press of the same link count.
  }, [hash, key, otherwise, navigated]);
}

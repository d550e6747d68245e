/**
 * Sets the scroll position after a navigation: at the top, at the fragment's target, or, on Back and Forward, where
 * it was. A change of the query alone moves nothing, and a document that has just loaded is the browser's business.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { isFreshDocument, leaveFreshDocument, hashTarget } from '../../lib/hash-target';
import { createScrollKey } from './scroll-key';
import { createScrollMemory, type ScrollMemory } from './scroll-memory';
import { scrollOnceGrown } from './scroll-once-grown';

interface Scroll {
  keyOf: ReturnType<typeof createScrollKey>;
  memory: ScrollMemory;
  /** Key of the current history entry. */
  current: string;
}

function scrollToStart(hash: string): void {
  const target = hashTarget(hash);
  if (target) target.scrollIntoView();
  else window.scrollTo(0, 0);
}

export function useScrollRestoration(): void {
  const location = useLocation();
  const kind = useNavigationType();
  const scroll = useRef<Scroll>(null);

  useLayoutEffect(() => {
    const known = scroll.current;
    if (known === null) {
      const keyOf = createScrollKey();
      const current = keyOf(location);
      const memory = createScrollMemory();
      scroll.current = { keyOf, memory, current };
      const left = memory.get(current);
      // Mostly the browser has done it already, or the reader has moved on meanwhile.
      if (left === undefined || isFreshDocument() || window.scrollY > 0) return;
      return scrollOnceGrown(left);
    }
    const key = known.keyOf(location);
    if (key === known.current) return;
    known.current = key;
    leaveFreshDocument();
    // A fragment that the reader's hand has put into the address bar is a new place, and has no key.
    const isBack = kind === NavigationType.Pop && location.key !== 'default';
    const left = isBack ? known.memory.get(key) : undefined;
    if (left !== undefined) return scrollOnceGrown(left);
    scrollToStart(location.hash);
  }, [location, kind]);

  useEffect(() => {
    const remember = () => {
      const known = scroll.current;
      known?.memory.set(known.current, window.scrollY);
    };
    // In between the browser itself would move the old page while the new one is still on its way.
    const takeOver = () => {
      window.history.scrollRestoration = 'manual';
    };
    const leave = () => {
      window.history.scrollRestoration = 'auto';
      remember();
      scroll.current?.memory.save();
    };
    takeOver();
    // The page could be moved before this script came.
    remember();
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pageshow', takeOver);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pageshow', takeOver);
      window.removeEventListener('pagehide', leave);
    };
  }, []);
}

/**
 * Where the window stands after a navigation: at the top, at the fragment's target, or, on Back and Forward, where
 * it was. A change of the query alone moves nothing. Positions outlive a reload in the tab's own storage.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { createScrollKey } from './scroll-key';

const STORED = 'scrollPositions';

function readStored(): Record<string, number> {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORED) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function store(positions: Record<string, number>): void {
  try {
    window.sessionStorage.setItem(STORED, JSON.stringify(positions));
  } catch {
    // Without storage a reload starts at the top.
  }
}

/** False where the address names no place in the page. */
function scrollToTarget(hash: string): boolean {
  let target: HTMLElement | null = null;
  try {
    target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // A fragment that cannot be decoded names nothing.
  }
  target?.scrollIntoView();
  return target !== null;
}

export function useScrollRestoration(): void {
  const location = useLocation();
  const kind = useNavigationType();
  const keyOf = useRef(createScrollKey());
  const positions = useRef<Record<string, number>>({});
  const current = useRef<string | null>(null);

  useEffect(() => {
    const remember = () => {
      if (current.current !== null) positions.current[current.current] = window.scrollY;
    };
    // In between the browser itself would move the old page while the new one is still on its way.
    const takeOver = () => {
      window.history.scrollRestoration = 'manual';
    };
    const leave = () => {
      window.history.scrollRestoration = 'auto';
      remember();
      store(positions.current);
    };
    takeOver();
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pageshow', takeOver);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pageshow', takeOver);
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  useLayoutEffect(() => {
    const key = keyOf.current(location);
    const before = current.current;
    if (key === before) return;
    current.current = key;
    if (before === null) {
      positions.current = readStored();
      const kept = positions.current[key];
      if (kept === undefined) scrollToTarget(location.hash);
      else window.scrollTo(0, kept);
    } else if (kind === NavigationType.Pop) {
      window.scrollTo(0, positions.current[key] ?? 0);
    } else if (!scrollToTarget(location.hash)) {
      window.scrollTo(0, 0);
    }
  }, [location, kind]);
}

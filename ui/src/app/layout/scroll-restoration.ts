/**
 * Sets the scroll position after a navigation: the top, the target of the fragment, or, on Back and Forward, the earlier
 * position. A change to only the query does not scroll. In a newly loaded document the browser sets the position.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { readTab, type StorageKey, writeTab } from '../../lib/browser/browser-storage';
import { hashTarget, isFreshDocument, leaveFreshDocument } from '../../lib/browser/hash-target';

/** Positions in pixels by history entry. Session storage keeps them across reloads. */
const STORAGE_KEY: StorageKey = 'scrollPositions';

type Entry = Pick<Location, 'key' | 'pathname' | 'search'>;

/**
 * Returns the key under which a history entry stores its position. A change to only the query keeps the key, so that
 * filtering does not jump to the top.
 */
export function createScrollKey(): (entry: Entry) => string {
  const known = new Map<string, string>();
  let last: (Entry & { scrollKey: string }) | null = null;
  return ({ key, pathname, search }) => {
    let scrollKey = known.get(key);
    if (scrollKey === undefined) {
      const onlyTheQuery = last?.pathname === pathname && last.search !== search;
      scrollKey = last && onlyTheQuery ? last.scrollKey : key;
      known.set(key, scrollKey);
    }
    last = { key, pathname, search, scrollKey };
    return scrollKey;
  };
}

/**
 * Gives the current history entry a key. The router gives keys only to entries that it creates, and 'default' to all
 * others, so the first entries of all documents in a tab would share one position.
 */
export function nameFirstEntry(): void {
  const state = (window.history.state ?? {}) as { key?: string };
  if (state.key !== undefined) return;
  const key = Math.random().toString(36).slice(2, 10);
  window.history.replaceState({ ...state, key }, '');
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(readTab(STORAGE_KEY) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

/** Events that show that the user scrolls. */
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to `y`, repeatedly while the page grows, until the page is long enough or the user scrolls. The returned
 * function stops it.
 */
function scrollOnceGrown(y: number): () => void {
  window.scrollTo(0, y);
  if (window.scrollY >= Math.floor(y)) return () => undefined;
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, y);
    if (window.scrollY >= Math.floor(y)) stop();
  });
  const stop = () => observer.disconnect();
  observer.observe(document.body);
  for (const event of USER_EVENTS)
    window.addEventListener(event, stop, { passive: true, once: true });
  return stop;
}

interface ScrollState {
  keyOf: ReturnType<typeof createScrollKey>;
  positions: Map<string, number>;
  /** Key of the current history entry. */
  current: string;
}

export function useScrollRestoration(): void {
  const location = useLocation();
  const kind = useNavigationType();
  const scroll = useRef<ScrollState>(null);

  useLayoutEffect(() => {
    const state = scroll.current;
    if (state === null) {
      const keyOf = createScrollKey();
      const current = keyOf(location);
      const positions = readPositions();
      scroll.current = { keyOf, positions, current };
      const saved = positions.get(current);
      // The browser may have restored the position, or the user may have scrolled.
      if (saved === undefined || isFreshDocument() || window.scrollY > 0) return;
      return scrollOnceGrown(saved);
    }
    const key = state.keyOf(location);
    if (key === state.current) return;
    state.current = key;
    leaveFreshDocument();
    // A fragment that the user typed into the address bar is a new entry, with the key 'default'.
    const isBack = kind === NavigationType.Pop && location.key !== 'default';
    const saved = isBack ? state.positions.get(key) : undefined;
    if (saved !== undefined) return scrollOnceGrown(saved);
    const target = hashTarget(location.hash);
    if (target) target.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [location, kind]);

  useEffect(() => {
    const remember = () => {
      const state = scroll.current;
      state?.positions.set(state.current, window.scrollY);
    };
    // Otherwise the browser would scroll the old page while the new one loads.
    const takeOver = () => {
      window.history.scrollRestoration = 'manual';
    };
    const leave = () => {
      window.history.scrollRestoration = 'auto';
      remember();
      writeTab(STORAGE_KEY, JSON.stringify([...(scroll.current?.positions ?? [])]));
    };
    takeOver();
    // The user may have scrolled before the script ran.
    remember();
    const unmount = new AbortController();
    const { signal } = unmount;
    window.addEventListener('scroll', remember, { passive: true, signal });
    window.addEventListener('pageshow', takeOver, { signal });
    window.addEventListener('pagehide', leave, { signal });
    return () => unmount.abort();
  }, []);
}

/**
 * Whether the window is too narrow for a table with its three buttons a row. One layout is rendered, never both, so
 * that nothing is read twice.
 */
import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 1199px)';

const media = (): MediaQueryList | null =>
  typeof window.matchMedia === 'function' ? window.matchMedia(NARROW) : null;

function subscribe(changed: () => void): () => void {
  const list = media();
  list?.addEventListener('change', changed);
  return () => list?.removeEventListener('change', changed);
}

export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => media()?.matches ?? false,
    () => false,
  );

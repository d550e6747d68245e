import { useCallback, useSyncExternalStore } from 'react';

/** Whether the media query matches. */
export function useMedia(query: string): boolean {
  const onChange = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(onChange, () => window.matchMedia(query).matches);
}

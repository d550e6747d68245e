/**
 * False on the server and in the first render over prerendered HTML; true right after it, and on every page that the
 * browser renders by itself.
 */
import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

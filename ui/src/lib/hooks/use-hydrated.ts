/**
 * False on the server and while hydrating prerendered HTML, then true; always true on pages rendered in the browser.
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

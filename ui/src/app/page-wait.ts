/** Whether the code of a page is being waited for; the router shows the old page meanwhile. */
import { useSyncExternalStore } from 'react';

let awaited = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  // Called while React renders, when state must not change.
  queueMicrotask(() => {
    awaited += by;
    for (const listener of listeners) listener();
  });
}

export async function awaitPage<Code>(code: Promise<Code>): Promise<Code> {
  change(1);
  try {
    return await code;
  } finally {
    change(-1);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsPageAwaited(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => awaited > 0,
    () => false,
  );
}

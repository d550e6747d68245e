/**
 * A short message in the lower right corner of a wide screen, elsewhere over the header, where it covers the fewest fields
 * and sentences. It is announced politely and disappears after a few seconds, unless it has a link or is hovered or focused.
 * The root layout and each dialog have a region for toasts, because the keyboard cannot leave an open dialog. `showToast`
 * shows one.
 */
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { controls } from '../../content/site/controls';
import type { ToastCard } from './toast-card';
import { currentToasts, enterRegion, subscribeToToasts, topRegion } from './toast-store';

export { showToast } from './toast-store';

let Card: typeof ToastCard | null = null;

export async function loadToastCard(): Promise<void> {
  Card ??= (await import('./toast-card')).ToastCard;
}

/** Loads the card at the first press or key, before any toast. */
function useToastCard(isWanted: boolean): void {
  const [, setLoaded] = useState(Card !== null);
  useEffect(() => {
    const load = () => {
      loadToastCard().then(
        () => setLoaded(true),
        (cause: unknown) => console.warn('The notifications could not be loaded.', cause),
      );
    };
    if (isWanted) load();
    const acts = ['pointerdown', 'keydown'] as const;
    for (const act of acts) document.addEventListener(act, load, { once: true });
    return () => {
      for (const act of acts) document.removeEventListener(act, load);
    };
  }, [isWanted]);
}

/** The toast region of the page or of a dialog. */
export function Toaster({ inDialog = false }: { inDialog?: boolean }) {
  const [region] = useState(Symbol);
  useLayoutEffect(() => enterRegion(region), [region]);
  const top = useSyncExternalStore(subscribeToToasts, topRegion, topRegion);
  const [current] = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  const isTop = top === region;
  const toast = isTop ? current : undefined;
  useToastCard(toast !== undefined);
  return (
    <div
      // The other regions stay live, so that later messages are announced.
      {...(isTop && { role: 'status', 'aria-label': controls.notifications })}
      aria-live="polite"
      aria-atomic="false"
      data-print="hide"
      className={
        inDialog
          ? 'sticky bottom-0 shrink-0 *:my-2'
          : 'pointer-events-none fixed inset-x-4 bottom-4 z-[60] max-lg:top-2 max-lg:bottom-auto short:inset-x-2 short:top-2 short:bottom-auto'
      }
    >
      {toast && Card && <Card key={toast.id} toast={toast} inDialog={inDialog} />}
    </div>
  );
}

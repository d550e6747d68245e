/**
 * A short message at the lower edge of the screen, announced politely. It disappears after some seconds, but not while it has
 * the pointer or the focus, nor if it has a link. The root layout and each dialog have a region for it, because the keyboard
 * cannot reach anything outside an open dialog. Raise one with `showToast`.
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

/** Loaded with the first press or key: every toast comes later. */
function useToastCard(isWanted: boolean): void {
  const [, setLoaded] = useState(Card !== null);
  useEffect(() => {
    const load = () =>
      loadToastCard().then(
        () => setLoaded(true),
        (cause: unknown) => console.warn('The notifications could not be loaded.', cause),
      );
    const begin = () => void load();
    if (isWanted) begin();
    const acts = ['pointerdown', 'keydown'] as const;
    for (const act of acts) document.addEventListener(act, begin, { once: true });
    return () => {
      for (const act of acts) document.removeEventListener(act, begin);
    };
  }, [isWanted]);
}

/** The toast region of the page or of a dialog. */
export function Toaster({ inDialog = false }: { inDialog?: boolean }) {
  const [me] = useState(Symbol);
  useLayoutEffect(() => enterRegion(me), [me]);
  const top = useSyncExternalStore(subscribeToToasts, topRegion, topRegion);
  const [first] = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  const isTop = top === me;
  const toast = isTop ? first : undefined;
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
          : 'pointer-events-none fixed inset-x-4 bottom-4 z-[60] short:inset-x-2 short:bottom-2'
      }
    >
      {toast && Card && <Card key={toast.id} toast={toast} inDialog={inDialog} />}
    </div>
  );
}

/** Content that is only on paper: CSS hides it on the screen, and prints it without the page. */
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';

export function PrintSheet({ onDone, children }: { onDone(): void; children: ReactNode }) {
  const remove = useEffectEvent(onDone);
  useEffect(() => {
    // The event `afterprint` can come before a phone has read the page, so the sheet stays until the next act.
    const acts = ['pointerdown', 'keydown'] as const;
    for (const act of acts) document.addEventListener(act, remove);
    return () => {
      for (const act of acts) document.removeEventListener(act, remove);
    };
  }, []);
  return createPortal(
    <div data-print-sheet className="hidden leading-normal print:block">
      {children}
    </div>,
    document.body,
  );
}

/**
 * Holds the focus inside an open panel: first control on opening, round and round by Tab, Escape closes, and
 * on closing the focus goes back to where it was. Locks the page's scrolling meanwhile.
 */
import { type RefObject, useEffect } from 'react';
import { lockScroll } from '../../lib/scroll-lock';

function controlsIn(panel: HTMLElement): HTMLElement[] {
  const found = panel.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)');
  return [...found].filter((control) => control.closest('[hidden]') === null);
}

export function useModalFocus(panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const before = document.activeElement;
    const unlock = lockScroll();
    if (panel.current) controlsIn(panel.current)[0]?.focus();

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') return onClose();
      if (event.key !== 'Tab' || !panel.current) return;
      const controls = controlsIn(panel.current);
      const edge = event.shiftKey ? controls[0] : controls.at(-1);
      const outside = !panel.current.contains(document.activeElement);
      if (!outside && document.activeElement !== edge) return;
      event.preventDefault();
      (event.shiftKey ? controls.at(-1) : controls[0])?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      unlock();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [panel, onClose]);
}

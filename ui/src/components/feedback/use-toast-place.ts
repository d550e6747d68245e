/** Keeps a toast at the lower edge of the window above a phone's keyboard, and off what has the focus. */
import { type RefObject, useEffect } from 'react';

export function useToastPlace(cardRef: RefObject<HTMLElement | null>, toast: number | undefined) {
  useEffect(() => {
    const element = cardRef.current;
    if (toast === undefined || element === null) return;
    const root = document.documentElement;
    const view = window.visualViewport;
    const lift = () => {
      // The keyboard makes the visible part of the window smaller, not the window itself.
      const hidden = view ? root.clientHeight - view.height - view.offsetTop : 0;
      element.style.marginBottom = `${Math.max(0, hidden)}px`;
    };
    lift();
    view?.addEventListener('resize', lift);
    view?.addEventListener('scroll', lift);

    const { top, height } = element.getBoundingClientRect();
    root.style.scrollPaddingBottom = `${height + 2 * (root.clientHeight - top - height)}px`;
    const focused = document.activeElement;
    if (focused && focused !== document.body && focused.getBoundingClientRect().bottom > top)
      focused.scrollIntoView({ block: 'nearest' });
    return () => {
      view?.removeEventListener('resize', lift);
      view?.removeEventListener('scroll', lift);
      root.style.scrollPaddingBottom = '';
    };
  }, [cardRef, toast]);
}

/** Signals of the window that the header follows. */
import { type RefObject, useEffect, useState } from 'react';

/** Past this the menu bar is opaque. */
export const OPAQUE_AFTER_PX = 50;

export function useScrolledPast(limit: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(window.scrollY > limit);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [limit]);
  return past;
}

/**
 * Calls back when the element is shown no longer after the window has changed: the styles alone say from which width on the
 * full menu bar takes its place.
 */
export function useOnHiding(element: RefObject<HTMLElement | null>, callback: () => void): void {
  useEffect(() => {
    const look = () => {
      if (element.current?.getClientRects().length === 0) callback();
    };
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [element, callback]);
}

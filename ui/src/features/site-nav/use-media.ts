/** Signals of the window that the header follows. */
import { useEffect, useState } from 'react';

/** Past this the menu bar is opaque. */
export const OPAQUE_AFTER_PX = 50;

/** The same width as `--breakpoint-nav` in styles/tokens.css. */
const WIDE = '(min-width: 78rem)';

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

/** Calls back when the window becomes wide enough for the full menu bar. */
export function useOnWidening(callback: () => void): void {
  useEffect(() => {
    const wide = window.matchMedia(WIDE);
    const look = () => {
      if (wide.matches) callback();
    };
    wide.addEventListener('change', look);
    return () => wide.removeEventListener('change', look);
  }, [callback]);
}

/**
 * Replays Back and Forward that happen after the script has started but before the router is mounted and listens.
 * main.tsx begins to record, the layout ends it.
 */
import { useEffect } from 'react';

let missed = false;

function note(): void {
  missed = true;
}

export function noteMissedNavigation(): void {
  window.addEventListener('popstate', note);
}

export function useMissedNavigation(): void {
  useEffect(() => {
    window.removeEventListener('popstate', note);
    if (!missed) return;
    missed = false;
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, []);
}

/**
 * The router listens for Back and Forward once it is mounted. What comes between the start of the script and then is
 * noted here and told to it. main.tsx begins it, the layout ends it.
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

/** Starts the session. main.tsx calls this once, before the router mounts. */
import { SESSION_KEY, sessionState } from './session-state';

function isStored(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * Visitors do not load the session store. A stored session and a sign-in in another tab load it here; pages with a
 * sign-in form import it. `onMissing` may reload the page after a release has replaced the code, and returns whether it
 * does.
 */
export function startSession(onMissing: () => boolean): void {
  const load = (isNewPage: boolean) => {
    import('./browser-session').catch((cause: unknown) => {
      console.warn('The session could not be started.', cause);
      // Only on a new page: later, a reload would discard what the user has typed.
      if (isNewPage && onMissing()) return;
      // The page continues as for a visitor. The next page restores the stored session.
      if (sessionState.current().status === 'loading') sessionState.set({ status: 'signed-out' });
    });
  };
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue !== null) load(false);
  });
  if (isStored()) load(true);
  else sessionState.set({ status: 'signed-out' });
}

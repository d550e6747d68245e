/** Starts the session. main.tsx calls this once, before the router mounts. */
import { sessionState, SESSION_KEY } from './session-state';

function isStored(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * Who is not signed in needs none of the machinery, and does not load it: the pages that can sign somebody in bring
 * it along, and a sign-in in another tab fetches it. `onMissing` may have the page reloaded, after a release that has
 * replaced the code; it returns whether it does.
 */
export function startSession(onMissing: () => boolean): void {
  const begin = (isNewPage: boolean) => {
    import('./browser-session').catch((cause: unknown) => {
      console.warn('The session could not be started.', cause);
      // Not later: a reload would discard what is typed.
      if (isNewPage && onMissing()) return;
      // Nobody waits for ever: the page goes on as for a visitor, and the next one finds what is stored.
      if (sessionState.current().status === 'loading') sessionState.set({ status: 'signed-out' });
    });
  };
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue !== null) begin(false);
  });
  if (isStored()) begin(true);
  else sessionState.set({ status: 'signed-out' });
}

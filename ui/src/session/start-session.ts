/** Starts the session. main.tsx calls this once, before the router mounts. */
import { readChoice } from '../lib/browser/browser-storage';
import { SESSION_KEY, sessionState } from './session-state';

/**
 * Loads the session store for a stored session or a sign-in in another tab. Visitors do not load it. Pages with a sign-in
 * form import it. After a release has replaced the code, `orReload` may reload the page.
 */
export function startSession(orReload: <Code>(load: () => Promise<Code>) => Promise<Code>): void {
  const store = () => import('./browser-session');
  const load = (isNewPage: boolean) => {
    // Reloads only a new page, because a later reload would discard input.
    (isNewPage ? orReload(store) : store()).catch((cause: unknown) => {
      console.warn('The session could not be started.', cause);
      // The next page restores the stored session.
      if (sessionState.current().status === 'loading') sessionState.set({ status: 'signed-out' });
    });
  };
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue !== null) load(false);
  });
  if (readChoice(SESSION_KEY) !== null) load(true);
  else sessionState.set({ status: 'signed-out' });
}

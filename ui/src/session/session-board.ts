/**
 * The current state of the session and its listeners. This is all a first page loads of the session: the session store
 * posts here, components read through use-session.
 */
import { eventBetween, initialSession, type SessionEvent } from './session-events';
import type { SessionState } from './session-state';

export type SessionBoard = ReturnType<typeof createSessionBoard>;

export function createSessionBoard() {
  let state: SessionState = { status: 'loading' };
  const watchers = new Set<() => void>();
  const listeners = new Set<(event: SessionEvent) => void>();
  const tell = (event: SessionEvent) => listeners.forEach((listener) => listener(event));
  return {
    current: () => state,
    post: (next: SessionState) => {
      const event = eventBetween(state, next);
      state = next;
      watchers.forEach((watcher) => watcher());
      if (event !== null) tell(event);
    },
    /** For the page behind a recovery link, which does not change the session. */
    announce: (event: Extract<SessionEvent, { type: 'PASSWORD_RECOVERY' }>) => tell(event),
    /** Reports every event, beginning with INITIAL_SESSION; a late listener gets that at once. */
    subscribe: (listener: (event: SessionEvent) => void) => {
      listeners.add(listener);
      if (state.status !== 'loading') listener(initialSession(state));
      return () => void listeners.delete(listener);
    },
    /** Called after any change of the state, for React. */
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

/** The session of this tab. */
export const sessionBoard = createSessionBoard();

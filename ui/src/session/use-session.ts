import { useSyncExternalStore } from 'react';
import { sessionState, type SessionState } from './session-state';

export type { SessionState } from './session-state';

const loading: SessionState = { status: 'loading' };
const duringPrerendering = (): SessionState => loading;

export function useSession(): SessionState {
  return useSyncExternalStore(sessionState.watch, sessionState.current, duringPrerendering);
}

/** Empty for a visitor. */
export function useOwnEmail(): string {
  const state = useSession();
  return state.status === 'signed-in' ? (state.profile?.email ?? state.session.user.email) : '';
}

/** The session as a React value. Components read it here and act through browser-session. */
import { useSyncExternalStore } from 'react';
import { sessionState, type SessionState } from './session-state';

export type { SessionState } from './session-state';

const loading: SessionState = { status: 'loading' };
const onTheServer = (): SessionState => loading;

export function useSession(): SessionState {
  return useSyncExternalStore(sessionState.watch, sessionState.current, onTheServer);
}

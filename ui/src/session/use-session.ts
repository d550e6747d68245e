// The session as a React value. Components read it here and act through session-store.
import { useSyncExternalStore } from 'react';
import { sessionStore } from './session-store';
import type { SessionState } from './session-state';

export type { CurrentUser, SessionState, StoredSession } from './session-state';

const loading: SessionState = { status: 'loading' };
const onTheServer = (): SessionState => loading;

export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.watch, sessionStore.current, onTheServer);
}

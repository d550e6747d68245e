/** Starting, renewing and ending sessions. Called by the session store alone. */
import { callPublic, callWith } from './client';
import type { Session } from './generated/models/Session';
import { SessionsService } from './generated/services/SessionsService';

export type { Session as SessionView };

export const createSession = (email: string, password: string) =>
  callPublic(() => SessionsService.createSession({ requestBody: { email, password } }));

export const refreshSession = (refreshToken: string) =>
  callPublic(() =>
    SessionsService.refreshSession({ requestBody: { refresh_token: refreshToken } }),
  );

/** Ends every session of the token's user, or the token's own. */
export const endSessions = (accessToken: string, scope: 'global' | 'local') =>
  callWith(accessToken, () => SessionsService.endSessions({ scope }));

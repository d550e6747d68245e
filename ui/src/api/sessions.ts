/** Starting, renewing and ending sessions. Called by the session store alone. */
import { call, callPublic } from './client';
import type { SessionView } from './generated/models/SessionView';
import { SessionsService } from './generated/services/SessionsService';

export type { SessionView };

export const createSession = (email: string, password: string) =>
  callPublic(() => SessionsService.createSession({ requestBody: { email, password } }));

export const refreshSession = (refreshToken: string) =>
  callPublic(() =>
    SessionsService.refreshSession({ requestBody: { refresh_token: refreshToken } }),
  );

/**
 * Without a scope: ends all sessions of the user. A refused access token is renewed first, because its refresh token may
 * still be valid and would remain so.
 */
export const endSessions = () => call(() => SessionsService.endSessions({}));

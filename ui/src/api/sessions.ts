/** Starting, renewing and ending sessions. Called by the session store alone. */
import { call, callPublic } from './client';
import type { Session } from './generated/models/Session';
import { SessionsService } from './generated/services/SessionsService';

export type { Session as SessionView };

export const createSession = (email: string, password: string) =>
  callPublic(() => SessionsService.createSession({ requestBody: { email, password } }));

export const refreshSession = (refreshToken: string) =>
  callPublic(() =>
    SessionsService.refreshSession({ requestBody: { refresh_token: refreshToken } }),
  );

/**
 * Without a scope: ends every session of the person. A refused access token is renewed first: the refresh token
 * beside it may still be good, and would live on.
 */
export const endSessions = () => call(() => SessionsService.endSessions({}));

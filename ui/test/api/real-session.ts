import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, onTestFinished } from 'vitest';
import { sessionStore } from '../../src/session/browser-session';
import type { Role } from '../../src/session/roles';
import { sessionState, type SessionEvent, SESSION_KEY } from '../../src/session/session-state';
import { currentUser, server, sessionView } from './mock-api';

/** Uses the real session store in a file. Call it once, after `serveApi()`. Each test begins signed out. */
export function withRealSession(): void {
  beforeAll(() => sessionStore.restore());
  afterEach(async () => {
    localStorage.clear();
    await sessionStore.restore();
  });
}

export function storeSession(): void {
  const { access_token, refresh_token, user } = sessionView();
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: Date.now() + 900_000,
      clockOffset: 0,
      user: { id: user.id, email: user.email },
    }),
  );
}

export async function signedInAs(...roles: Role[]): Promise<void> {
  storeSession();
  server.use(http.get('/api/users/me', () => HttpResponse.json(currentUser(roles))));
  await sessionStore.restore();
}

/** The events of the session from now until the end of the test. */
export function recordSessionEvents(): SessionEvent[] {
  const events: SessionEvent[] = [];
  onTestFinished(sessionState.subscribe((event) => void events.push(event)));
  return events;
}

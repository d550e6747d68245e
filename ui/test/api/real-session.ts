import { HttpResponse } from 'msw';
import { afterEach, beforeAll } from 'vitest';
import { sessionStore } from '../../src/session/browser-session';
import type { SessionView } from '../../src/api/sessions';
import type { Role } from '../../src/session/roles';
import { SESSION_KEY, sessionState } from '../../src/session/session-state';
import { queryCache } from '../../src/features/signed-in/require-role';
import { currentUser, serve, serveApi, sessionView } from './mock-api';

/** Mocks the API and uses the real session store in a test file. Each test starts signed out. */
export function withRealSession(): void {
  serveApi();
  beforeAll(() => sessionStore.restore());
  afterEach(async () => {
    localStorage.clear();
    // Sign Out drops what a test has typed.
    sessionState.set({ status: 'signed-out', asked: true });
    await sessionStore.restore();
    queryCache.clear();
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
  serve('get /api/users/me', () => HttpResponse.json(currentUser(roles)));
  await sessionStore.restore();
}

/** Accepts a sign-in through this operation for a user with these roles. Returns the JSON bodies of the requests. */
export function acceptSignIn(
  operation: `post ${string}`,
  roles: readonly Role[],
  more: Partial<SessionView> = {},
): unknown[] {
  serve('get /api/users/me', () => HttpResponse.json(currentUser([...roles])));
  return serve(operation, () => HttpResponse.json(sessionView(more), { status: 201 }));
}

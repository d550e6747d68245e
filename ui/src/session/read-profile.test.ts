// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest';
import { readProfile, readProfileIfSignedIn } from './read-profile';
import { sessionBoard } from './session-board';

const sessionStore = { readProfile: vi.fn(async () => undefined) };
vi.mock('./browser-session', () => ({ sessionStore }));
beforeEach(() => void sessionStore.readProfile.mockClear());

test('the profile is read by the session of this browser', async () => {
  await readProfile();
  expect(sessionStore.readProfile).toHaveBeenCalledOnce();
});

test('after an act that may have changed the session it is read for whoever is signed in, and for nobody else', async () => {
  sessionBoard.post({ status: 'signed-out' });
  await readProfileIfSignedIn();
  expect(sessionStore.readProfile).not.toHaveBeenCalled();
  const user = { id: 'ada', email: 'ada@example.com' };
  const session = { accessToken: 'a', refreshToken: 'r', expiresAt: 0, clockOffset: 0, user };
  sessionBoard.post({ status: 'signed-in', session, profile: null, roles: 'loading' });
  await readProfileIfSignedIn();
  expect(sessionStore.readProfile).toHaveBeenCalledOnce();
});

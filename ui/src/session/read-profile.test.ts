// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { readProfile, profileChanged } from './read-profile';
import { sessionState } from './session-state';

const sessionStore = {
  readProfile: vi.fn(async () => undefined),
  profileChanged: vi.fn(async () => undefined),
};
vi.mock('./browser-session', () => ({ sessionStore }));

test('the profile is read by the session of this browser', async () => {
  await readProfile();
  expect(sessionStore.readProfile).toHaveBeenCalledOnce();
});

test('a change concerns whoever is signed in, and nobody else', async () => {
  sessionState.set({ status: 'signed-out' });
  await profileChanged();
  expect(sessionStore.profileChanged).not.toHaveBeenCalled();
  const user = { id: 'ada', email: 'ada@example.com' };
  const session = { accessToken: 'a', refreshToken: 'r', expiresAt: 0, clockOffset: 0, user };
  sessionState.set({ status: 'signed-in', session, profile: null, roles: 'loading' });
  await profileChanged();
  expect(sessionStore.profileChanged).toHaveBeenCalledOnce();
});

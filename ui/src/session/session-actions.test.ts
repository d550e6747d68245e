import { beforeEach, expect, test, vi } from 'vitest';
import {
  beforeSignOut,
  profileChanged,
  readProfile,
  signOut,
  signOutLocally,
} from './session-actions';
import { sessionState } from './session-state';

const { store } = vi.hoisted(() => ({
  store: {
    signOut: vi.fn(async () => undefined),
    signOutLocally: vi.fn(),
    readProfile: vi.fn(async () => undefined),
    profileChanged: vi.fn(async () => undefined),
  },
}));
vi.mock('./browser-session', () => ({ sessionStore: store }));
beforeEach(() => void vi.clearAllMocks());

test('signing out waits for the session store', async () => {
  let finish: () => void = () => undefined;
  store.signOut.mockReturnValueOnce(new Promise((resolve) => (finish = () => resolve(undefined))));
  const done = vi.fn();
  const signingOut = signOut().then(done);
  await vi.waitFor(() => expect(store.signOut).toHaveBeenCalledOnce());
  expect(done).not.toHaveBeenCalled();
  finish();
  await signingOut;
  expect(done).toHaveBeenCalledOnce();
});

test('a local sign-out makes no request to end the sessions', async () => {
  await signOutLocally();
  expect(store.signOutLocally).toHaveBeenCalledOnce();
  expect(store.signOut).not.toHaveBeenCalled();
});

test('unsaved work is saved first, and delays the sign-out by up to two seconds', async () => {
  vi.useFakeTimers();
  let finish: () => void = () => undefined;
  const save = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const removeSave = beforeSignOut(save);
  const removeFailing = beforeSignOut(() => Promise.reject(new Error('No connection.')));

  const first = signOut();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(save).toHaveBeenCalledOnce();
  expect(store.signOut).not.toHaveBeenCalled();
  finish();
  await first;
  expect(store.signOut).toHaveBeenCalledOnce();

  const second = signOut();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(store.signOut).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  await second;
  expect(store.signOut).toHaveBeenCalledTimes(2);

  removeSave();
  removeFailing();
  await signOut();
  expect(save).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('the profile is read by the session store', async () => {
  await readProfile();
  expect(store.readProfile).toHaveBeenCalledOnce();
});

test('a changed profile concerns signed-in users alone', async () => {
  sessionState.set({ status: 'signed-out' });
  await profileChanged();
  expect(store.profileChanged).not.toHaveBeenCalled();
  const user = { id: 'ada', email: 'ada@example.com' };
  const session = { accessToken: 'a', refreshToken: 'r', expiresAt: 0, clockOffset: 0, user };
  sessionState.set({ status: 'signed-in', session, profile: null, roles: 'loading' });
  await profileChanged();
  expect(store.profileChanged).toHaveBeenCalledOnce();
});

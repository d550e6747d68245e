import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../test/deferred';
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
  const ended = deferred<undefined>();
  store.signOut.mockReturnValueOnce(ended.promise);
  const done = vi.fn();
  const signingOut = signOut().then(done);
  await vi.waitFor(() => expect(store.signOut).toHaveBeenCalledOnce());
  expect(done).not.toHaveBeenCalled();
  ended.resolve(undefined);
  await signingOut;
  expect(done).toHaveBeenCalledOnce();
});

test('a local sign-out makes no request to end the sessions', async () => {
  await signOutLocally();
  expect(store.signOutLocally).toHaveBeenCalledOnce();
  expect(store.signOut).not.toHaveBeenCalled();
});

describe('unsaved work', () => {
  const save = vi.fn(async () => undefined);
  const mayDiscard = vi.fn(() => true);
  beforeAll(() => beforeSignOut({ save, mayDiscard }));

  test('delays the sign-out until it is saved, for up to two seconds', async () => {
    vi.useFakeTimers();
    save.mockReturnValueOnce(new Promise(() => undefined));
    const signingOut = signOut();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(save).toHaveBeenCalledOnce();
    expect(mayDiscard).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await signingOut;
    expect(store.signOut).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  test('that cannot be saved does not block the sign-out', async () => {
    save.mockRejectedValueOnce(new Error('No connection.'));
    await signOut();
    expect(store.signOut).toHaveBeenCalledOnce();
  });

  test('that the user wants to keep cancels the sign-out', async () => {
    mayDiscard.mockReturnValueOnce(false);
    await signOut();
    expect(store.signOut).not.toHaveBeenCalled();
  });
});

test('the profile is read by the session store', async () => {
  await readProfile();
  expect(store.readProfile).toHaveBeenCalledOnce();
});

test('a changed profile is ignored for visitors', async () => {
  sessionState.set({ status: 'signed-out' });
  await profileChanged();
  expect(store.profileChanged).not.toHaveBeenCalled();
  const user = { id: 'ada', email: 'ada@example.com' };
  const session = { accessToken: 'a', refreshToken: 'r', expiresAt: 0, clockOffset: 0, user };
  sessionState.set({ status: 'signed-in', session, profile: null, roles: 'loading' });
  await profileChanged();
  expect(store.profileChanged).toHaveBeenCalledOnce();
});

import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../test/deferred';
import { profileChanged, signOut, signOutLocally } from './session-actions';
import { type SessionState, sessionState } from './session-state';
import { guardUnsaved } from './unsaved-work';

const { store } = vi.hoisted(() => ({
  store: {
    signOut: vi.fn(async () => undefined),
    signOutLocally: vi.fn(),
    profileChanged: vi.fn(async () => undefined),
  },
}));
vi.mock('./browser-session', () => ({ sessionStore: store }));
beforeEach(() => void vi.clearAllMocks());

const signedIn = (id: string): SessionState => {
  const user = { id, email: `${id}@example.com` };
  const session = { accessToken: 'a', refreshToken: 'r', expiresAt: 0, clockOffset: 0, user };
  return { status: 'signed-in', session, profile: null, roles: 'loading' };
};

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
  const isUnsaved = vi.fn(() => false);
  const drop = vi.fn();
  beforeAll(() => {
    const [userId, isAtRisk, question] = [() => 'ada', () => true, 'Sign out anyway?'];
    guardUnsaved({ userId, isUnsaved, isAtRisk, question, save, drop })(true);
  });

  test('delays the sign-out until it is saved, for up to two seconds', async () => {
    vi.useFakeTimers();
    save.mockReturnValueOnce(new Promise(() => undefined));
    const signingOut = signOut();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(save).toHaveBeenCalledOnce();
    expect(isUnsaved).not.toHaveBeenCalled();
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
    isUnsaved.mockReturnValueOnce(true);
    const ask = vi.spyOn(window, 'confirm').mockReturnValueOnce(false);
    await signOut();
    expect(ask.mock.calls).toEqual([['Sign out anyway?']]);
    expect(store.signOut).not.toHaveBeenCalled();
  });

  test.each([
    ['ada', { status: 'signed-out', asked: false } as const, 0],
    ['ada', { status: 'signed-out', asked: true } as const, 1],
    ['ada', signedIn('ada'), 0],
    ['ada', signedIn('dana'), 1],
  ])('of %s after the change to %j is dropped %i times', (before, after, drops) => {
    sessionState.set(signedIn(before));
    drop.mockClear();
    sessionState.set(after);
    expect(drop).toHaveBeenCalledTimes(drops);
  });
});

test('a changed profile is ignored for visitors', async () => {
  sessionState.set({ status: 'signed-out' });
  await profileChanged();
  expect(store.profileChanged).not.toHaveBeenCalled();
  sessionState.set(signedIn('ada'));
  await profileChanged();
  expect(store.profileChanged).toHaveBeenCalledOnce();
});

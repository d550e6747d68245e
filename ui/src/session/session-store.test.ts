// @vitest-environment node
import { describe, expect, test, vi } from 'vitest';
import { deferred } from '../../test/deferred';
import {
  fakeSession,
  network,
  profile,
  refused,
  settled,
  signedIn,
} from '../../test/session/fake-session';
import { type ApiProblem, fromResponse } from '../api/errors';
import type { CurrentUser, StoredSession } from './session-state';

/** A new page 901 s after the sign-in, with an expired token. */
async function newPageWithExpiredToken() {
  const session = await signedIn();
  session.pass(901_000);
  return { ...session, page: session.tab() };
}

describe('restoring', () => {
  test('without a stored session the user is a visitor, and no request is made', async () => {
    const { tab, api } = fakeSession();
    const store = tab();
    expect(store.current().status).toBe('loading');
    expect(await store.accessToken()).toBeUndefined();
    expect(await store.recover(undefined)).toBe(false);
    expect(await store.refresh()).toBeNull();
    await store.tick();
    expect(store.current()).toEqual({ status: 'loading' });
    await store.restore();
    expect(store.current()).toEqual({ status: 'signed-out' });
    await store.signOut();
    await store.readProfile();
    expect(store.current()).toEqual({ status: 'signed-out' });
    expect(api.refreshSession).not.toHaveBeenCalled();
    expect(api.endSessions).not.toHaveBeenCalled();
  });

  test('a stored session is restored, with the roles from the profile response', async () => {
    const { tab, api } = await signedIn();
    const page = tab();
    await page.restore();
    expect(page.current()).toMatchObject({ status: 'signed-in', profile, roles: ['applicant'] });
    expect(api.refreshSession).not.toHaveBeenCalled();
  });

  test('a stored session is valid before its refresh ends', async () => {
    const { page, api } = await newPageWithExpiredToken();
    api.refreshSession.mockReturnValue(new Promise(() => undefined));
    void page.restore();
    expect(page.current()).toMatchObject({ status: 'signed-in', roles: 'loading' });
  });
});

describe('signing in', () => {
  test('stores the session', async () => {
    const { store, stored, deps } = await signedIn();
    expect(stored()).toEqual({
      id: expect.any(String),
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      expiresAt: deps.now() + 60_000 + 900_000,
      clockOffset: 60_000,
      user: { id: 'ada', email: 'ada@example.com', firstName: 'Ada' },
    });
    expect(store.current()).toMatchObject({ status: 'signed-in', profile, roles: ['applicant'] });
  });

  test('waits for the previous sign-out, which would end the new session', async () => {
    const { store, api, createSession } = await signedIn({
      now: () => 0,
      sleep: () => new Promise(() => undefined),
    });
    const ended = deferred<undefined>();
    api.endSessions.mockReturnValueOnce(ended.promise);
    const signingOut = store.signOut();
    expect(store.current().status).toBe('signed-out');
    createSession.mockClear();
    const signingIn = store.signIn(createSession);
    await settled();
    expect(createSession).not.toHaveBeenCalled();
    ended.resolve(undefined);
    await Promise.all([signingOut, signingIn]);
    expect(store.current().status).toBe('signed-in');
  });

  test('waits 5 s for a sign-out that the server does not answer', async () => {
    const { store, api, deps, signInAgain } = await signedIn();
    api.endSessions.mockReturnValueOnce(new Promise(() => undefined));
    void store.signOut();
    const before = deps.now();
    await signInAgain();
    expect(deps.now() - before).toBe(5_000);
    expect(store.current().status).toBe('signed-in');
  });
});

/** Signs in with a failed profile request. */
async function withoutProfile() {
  const session = fakeSession();
  session.api.getCurrentUser.mockRejectedValueOnce(network());
  const store = session.tab();
  await store.signIn(session.createSession);
  await settled();
  expect(store.current()).toMatchObject({ status: 'signed-in', profile: null, roles: 'unknown' });
  session.api.getCurrentUser.mockClear();
  return { ...session, store };
}

/** Signs in with a pending profile request. */
async function readingProfile() {
  const session = fakeSession();
  const answer = deferred<CurrentUser>();
  session.api.getCurrentUser.mockReturnValueOnce(answer.promise);
  const store = session.tab();
  await store.signIn(session.createSession);
  return { ...session, store, answer: answer.resolve };
}

describe('profile and roles', () => {
  test.each(['refresh', 'tick'] as const)(
    'a %s during a request starts no second request',
    async (event) => {
      const { store, api, answer } = await readingProfile();
      const done = store[event]();
      await settled();
      expect(api.getCurrentUser).toHaveBeenCalledOnce();
      expect(store.current()).toMatchObject({ profile: null, roles: 'loading' });
      answer(profile);
      await done;
      await settled();
      expect(store.current()).toMatchObject({ profile, roles: ['applicant'] });
    },
  );

  test('a failed request after a refresh keeps the earlier profile', async () => {
    const { store, api } = await signedIn();
    api.getCurrentUser.mockRejectedValue(network());
    await store.refresh();
    expect(store.current()).toMatchObject({ profile, roles: ['applicant'] });
    await settled();
    expect(api.getCurrentUser).toHaveBeenCalledTimes(2);
    expect(store.current()).toMatchObject({ profile, roles: ['applicant'] });
  });

  test("another user does not get the previous user's profile", async () => {
    const { store, api, deps, stored } = await signedIn();
    const bo = {
      ...(stored() as StoredSession),
      accessToken: 'x',
      user: { id: 'bo', email: 'bo@b.example' },
    };
    deps.storage.write(bo);
    api.getCurrentUser.mockReturnValueOnce(new Promise(() => undefined));
    await store.followOtherTabs();
    expect(store.current()).toEqual({
      status: 'signed-in',
      session: bo,
      profile: null,
      roles: 'loading',
    });
  });

  test('a late response for the previous user is ignored', async () => {
    const { store, createSession, answer } = await readingProfile();
    await store.signOut();
    await store.signIn(createSession);
    await settled();
    answer({ ...profile, roles: ['admin'] });
    await settled();
    expect(store.current()).toMatchObject({ roles: ['applicant'] });
  });

  const unread = 'The profile and roles could not be loaded.';

  test.each([
    ['reads a missing profile once', 0, null, 1, unread],
    ['that refreshes the token reads the profile once', 800_000, null, 1, unread],
    [
      'whose refresh fails reads no profile',
      800_000,
      network(),
      0,
      'The refresh will be tried again.',
    ],
  ])('a tick %s', async (_, age, failure, reads, logged) => {
    const { store, api, pass, deps } = await withoutProfile();
    pass(age);
    if (failure !== null) api.refreshSession.mockRejectedValue(failure);
    await store.tick();
    await store.tick();
    expect(api.getCurrentUser).toHaveBeenCalledTimes(reads);
    expect(store.current()).toMatchObject({
      status: 'signed-in',
      profile: reads === 0 ? null : profile,
    });
    expect(deps.log).toHaveBeenLastCalledWith(logged, network());
  });

  test('each tab reads the roles once per token', async () => {
    const { store, tab, pass, api } = await signedIn();
    const other = tab();
    await other.restore();
    api.getCurrentUser.mockClear().mockResolvedValue({ ...profile, roles: ['member'] });
    pass(850_000);
    await Promise.all(Array.from({ length: 10 }, () => store.accessToken()));
    await other.followOtherTabs();
    await other.followOtherTabs();
    await settled();
    expect(api.getCurrentUser).toHaveBeenCalledTimes(2);
    expect(store.current()).toMatchObject({ roles: ['member'] });
    expect(other.current()).toMatchObject({ roles: ['member'] });
  });
});

describe('Sign Out', () => {
  const [valid, expired] = [899_999, 900_000];

  test.each<[string, number, ApiProblem[], string[], string[], ApiProblem?]>([
    ['sends a valid token', valid, [], [], ['access-1']],
    ['refreshes an expired token', expired, [], ['refresh-1'], ['access-2']],
    [
      'refreshes a token that is refused early',
      valid,
      [refused()],
      ['refresh-1'],
      ['access-1', 'access-2'],
    ],
    ['logs an outage and refreshes no token', valid, [network()], [], ['access-1'], network()],
    [
      'ends an expired session in the browser',
      valid,
      [refused(), refused()],
      ['refresh-1'],
      ['access-1'],
      refused(),
    ],
  ])('%s', async (_, age, [failure, refusal], refreshed, ended, logged) => {
    const { store, api, pass, deps, stored } = await signedIn();
    pass(age);
    if (failure) api.endSessions.mockRejectedValueOnce(failure);
    if (refusal) api.refreshSession.mockRejectedValueOnce(refusal);
    await store.signOut();
    expect(api.refreshSession.mock.calls).toEqual(refreshed.map((token) => [token]));
    expect(api.endSessions.mock.calls).toEqual(ended.map((token) => [token, 'global']));
    const unsent = 'The sign-out could not be sent to the server.';
    expect(vi.mocked(deps.log).mock.calls).toEqual(logged ? [[unsent, logged]] : []);
    expect(stored()).toBeNull();
    await store.followOtherTabs();
    expect(store.current()).toEqual({ status: 'signed-out', asked: true });
  });

  test('uses the newest token of all tabs', async () => {
    const { store, tab, api, pass } = await signedIn();
    const other = tab();
    await other.restore();
    for (let times = 0; times < 3; times += 1) await store.refresh();
    pass(1_000_000);
    api.refreshSession.mockClear();
    await other.signOut();
    expect(api.refreshSession.mock.calls).toEqual([['refresh-4']]);
  });
});

test('a refused refresh is logged and allows no retry', async () => {
  const { store, api, deps } = await signedIn();
  api.refreshSession.mockRejectedValue(refused());
  expect(await store.recover('access-1')).toBe(false);
  expect(deps.log).toHaveBeenCalledExactlyOnceWith(
    'The session could not be refreshed and has ended.',
    refused(),
  );
});

test.each([
  ['a refresh', 0, async ({ refresh }: { refresh(): Promise<unknown> }) => refresh()],
  [
    'a call with an expiring token',
    850_000,
    async ({ accessToken }: { accessToken(): Promise<unknown> }) => accessToken(),
  ],
] as const)('%s notices a sign-out in another tab without a request', async (_, age, use) => {
  const { store, api, pass, deps } = await signedIn();
  pass(age);
  deps.storage.clear();
  expect((await use(store)) ?? null).toBeNull();
  expect(api.refreshSession).not.toHaveBeenCalled();
  expect(store.current()).toEqual({ status: 'signed-out', asked: false });
  expect(await store.recover('access-1')).toBe(false);
});

test.each([
  [899_999, 'access-1'],
  [900_000, 'a failure'],
  [900_001, 'a failure'],
])('after %i ms of an outage, a call gets %s', async (age, expected) => {
  let now = 0;
  const { api, store } = await signedIn({ now: () => now, sleep: async () => undefined });
  now = age;
  api.refreshSession.mockRejectedValue(network());
  expect(await store.accessToken().catch(() => 'a failure')).toBe(expected);
});

test('a changed profile is shown even if the refresh fails', async () => {
  const { store, api, deps } = await signedIn();
  api.getCurrentUser.mockResolvedValue({ ...profile, first_name: 'Augusta' });
  const limited = fromResponse({ status: 429, body: { code: 'rate_limited' } });
  api.refreshSession.mockRejectedValue(limited);
  await store.profileChanged();
  expect(store.current()).toMatchObject({ profile: { first_name: 'Augusta' } });
  expect(deps.log).toHaveBeenCalledExactlyOnceWith(
    'The session could not be renewed after a change of the profile.',
    limited,
  );
});

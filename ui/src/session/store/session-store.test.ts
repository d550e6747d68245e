// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { deferred } from '../../../test/deferred';
import {
  fakeSession,
  network,
  profile,
  refused,
  settled,
  signedIn,
} from '../../../test/session/fake-session';
import { fromResponse } from '../../api/errors';
import type { FactorRequired } from '../../api/sessions';
import type { CurrentUser, StoredSession } from '../session-state';

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

  test('an outage keeps the user signed in', async () => {
    const { page, api, stored } = await newPageWithExpiredToken();
    api.refreshSession.mockRejectedValue(network());
    await page.restore();
    expect(page.current().status).toBe('signed-in');
    expect(stored()).not.toBeNull();
  });

  test('a stored session is valid before its refresh ends', async () => {
    const { page, api } = await newPageWithExpiredToken();
    api.refreshSession.mockReturnValue(new Promise(() => undefined));
    void page.restore();
    expect(page.current()).toMatchObject({ status: 'signed-in', roles: 'loading' });
  });

  test('a refresh that fails after Sign Out does not sign the user in again', async () => {
    const { page, api } = await newPageWithExpiredToken();
    const answer = deferred<never>();
    api.refreshSession.mockReturnValueOnce(answer.promise);
    const restoring = page.restore();
    await settled();
    await page.signOut();
    answer.reject(fromResponse({ status: 500, body: undefined }));
    await restoring;
    expect(page.current()).toEqual({ status: 'signed-out', asked: true });
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

  test('resolves to the second step if the account has a factor, and opens no session', async () => {
    const step: FactorRequired = {
      status: 'factor_required',
      challenge_token: 'challenge-1',
      expires_in: 300,
      factors: [{ id: 'factor-1', factor_type: 'totp', friendly_name: 'Phone' }],
      options: null,
    };
    const { tab, stored } = fakeSession();
    const store = tab();
    await store.restore();
    expect(await store.signIn(async () => step)).toBe(step);
    await settled();
    expect(store.current()).toEqual({ status: 'signed-out' });
    expect(stored()).toBeNull();
  });

  test('changes nothing when refused', async () => {
    const { tab, stored } = fakeSession();
    const store = tab();
    await store.restore();
    const refusal = fromResponse({ status: 401, body: { code: 'code_invalid', detail: 'No.' } });
    await expect(store.signIn(() => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(store.current()).toEqual({ status: 'signed-out' });
    expect(stored()).toBeNull();
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
  test('a failed request is logged with its cause', async () => {
    const { deps } = await withoutProfile();
    expect(deps.log).toHaveBeenCalledExactlyOnceWith(
      'The profile and roles could not be loaded.',
      network(),
    );
  });

  test('a refresh during a request starts no second request', async () => {
    const { store, api, answer } = await readingProfile();
    await store.refresh();
    expect(api.getCurrentUser).toHaveBeenCalledOnce();
    expect(store.current()).toMatchObject({ profile: null, roles: 'loading' });
    answer(profile);
    await settled();
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

  test('reading the profile after Sign Out does not sign the user in', async () => {
    const { store } = await signedIn();
    await store.signOut();
    await store.readProfile();
    expect(store.current()).toEqual({ status: 'signed-out', asked: true });
  });

  test('a tick reads a missing profile once', async () => {
    const { store, api } = await withoutProfile();
    await store.tick();
    expect(store.current()).toMatchObject({ profile });
    await store.tick();
    expect(api.getCurrentUser).toHaveBeenCalledOnce();
  });

  test('a tick that refreshes the token reads the profile once', async () => {
    const { store, api, pass } = await withoutProfile();
    pass(800_000);
    await store.tick();
    expect(api.refreshSession).toHaveBeenCalledOnce();
    expect(api.getCurrentUser).toHaveBeenCalledOnce();
  });

  test('a tick whose refresh fails logs the cause and reads no profile', async () => {
    const { store, api, pass, deps } = await withoutProfile();
    pass(800_000);
    api.refreshSession.mockRejectedValue(network());
    await store.tick();
    expect(deps.log).toHaveBeenLastCalledWith('The refresh will be tried again.', network());
    expect(api.getCurrentUser).not.toHaveBeenCalled();
    expect(store.current().status).toBe('signed-in');
  });

  test('a tick waits for a pending request and starts no second request', async () => {
    const { store, api, answer } = await readingProfile();
    const ticking = store.tick();
    await settled();
    expect(api.getCurrentUser).toHaveBeenCalledOnce();
    answer(profile);
    await ticking;
    expect(store.current()).toMatchObject({ profile });
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
  test('ends the session in the browser and on the server', async () => {
    const { store, api, stored } = await signedIn();
    await store.signOut();
    expect(api.endSessions).toHaveBeenCalledOnce();
    expect(stored()).toBeNull();
    expect(store.current()).toEqual({ status: 'signed-out', asked: true });
  });

  test('is recorded as pressed by the user even if the session has expired', async () => {
    const { store, api } = await signedIn();
    api.refreshSession.mockRejectedValue(refused());
    api.endSessions.mockRejectedValue(refused());
    await store.signOut();
    await store.followOtherTabs();
    expect(store.current()).toEqual({ status: 'signed-out', asked: true });
  });

  test('sends a valid token, and refreshes an expired one', async () => {
    const { store, api, pass, signInAgain } = await signedIn();
    pass(899_999);
    await store.signOut();
    expect(api.endSessions.mock.calls).toEqual([['access-1', 'global']]);
    expect(api.refreshSession).not.toHaveBeenCalled();

    await signInAgain();
    pass(900_000);
    await store.signOut();
    expect(api.refreshSession.mock.calls).toEqual([['refresh-2']]);
    expect(api.endSessions).toHaveBeenLastCalledWith('access-3', 'global');
  });

  test('refreshes a token that is refused early and ends the sessions with the new one', async () => {
    const { store, api, deps } = await signedIn();
    api.endSessions.mockRejectedValueOnce(refused());
    await store.signOut();
    expect(api.refreshSession.mock.calls).toEqual([['refresh-1']]);
    expect(api.endSessions.mock.calls).toEqual([
      ['access-1', 'global'],
      ['access-2', 'global'],
    ]);
    expect(deps.log).not.toHaveBeenCalled();
  });

  test('logs an unreachable server and requests no new token', async () => {
    const { store, api, deps } = await signedIn();
    api.endSessions.mockRejectedValue(network());
    await store.signOut();
    expect(deps.log).toHaveBeenCalledExactlyOnceWith(
      'The sign-out could not be sent to the server.',
      network(),
    );
    expect(api.refreshSession).not.toHaveBeenCalled();
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

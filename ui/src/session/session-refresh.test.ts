// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../test/deferred';
import { network, refused, settled, signedIn, twoTabs } from '../../test/session/fake-session';
import { fromResponse } from '../api/errors';
import type { SessionView } from '../api/sessions';
import type { StoredSession } from './session-state';
import { isDueAtTick, isDueAtUse, startTicking } from './session-store';

describe('the remaining lifetime at which a refresh starts', () => {
  const NOW = 1_000_000;
  const expiringIn = (ms: number, clockOffset = 0): StoredSession => ({
    accessToken: 'a',
    refreshToken: 'r',
    expiresAt: NOW + ms,
    clockOffset,
    user: { id: 'u', email: 'ada@example.com' },
  });

  test('is less than 120 s before the expiry for a tick, and 90 s for a call', () => {
    expect(isDueAtTick(expiringIn(120_000), NOW)).toBe(false);
    expect(isDueAtTick(expiringIn(119_999), NOW)).toBe(true);
    expect(isDueAtUse(expiringIn(90_000), NOW)).toBe(false);
    expect(isDueAtUse(expiringIn(89_999), NOW)).toBe(true);
  });

  test("depends on the server's clock", () => {
    const deviceAnHourSlow = expiringIn(200_000, 3_600_000);
    expect(isDueAtTick(deviceAnHourSlow, NOW)).toBe(true);
    expect(isDueAtTick(deviceAnHourSlow, NOW - 3_600_000)).toBe(false);
  });
});

describe('a session of 15 minutes with a tick every 30 s', () => {
  const clock = {
    now: () => Date.now(),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const setVisibility = (visibilityState: DocumentVisibilityState) => {
    Object.assign(page, { visibilityState });
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
  let stop: () => void = () => undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(page, { visibilityState: 'visible' });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  async function ticking() {
    const session = await signedIn(clock);
    stop = startTicking(() => void session.store.tick(), page as unknown as Document);
    return session;
  }

  test('ticks refresh only once, with 90 s left', async () => {
    const { api } = await ticking();
    await seconds(809);
    expect(api.refreshSession).not.toHaveBeenCalled();
    await seconds(1);
    expect(api.refreshSession).toHaveBeenCalledOnce();
    await seconds(780);
    expect(api.refreshSession).toHaveBeenCalledOnce();
  });

  test('a hidden tab does not tick, and ticks immediately when it becomes visible', async () => {
    const { api } = await ticking();
    setVisibility('hidden');
    await seconds(860);
    expect(api.refreshSession).not.toHaveBeenCalled();
    setVisibility('visible');
    await settled();
    expect(api.refreshSession).toHaveBeenCalledOnce();
  });

  test('an outage causes 8 attempts in 25.4 s, and the next tick starts over', async () => {
    const { api, store, createSession } = await ticking();
    api.refreshSession.mockRejectedValue(network());
    await seconds(810);
    const attempts = [];
    for (const wait of [0, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8]) {
      await seconds(wait);
      attempts.push(api.refreshSession.mock.calls.length);
    }
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await seconds(4.5);
    expect(api.refreshSession).toHaveBeenCalledTimes(8);
    expect(store.current().status).toBe('signed-in');
    api.refreshSession.mockResolvedValueOnce(await createSession());
    await seconds(0.1);
    expect(api.refreshSession).toHaveBeenCalledTimes(9);
    expect(await store.accessToken()).toBe('access-2');
  });
});

test.each([
  [29_799, 2],
  [29_800, 1],
])('a first attempt that fails after %i ms is the first of %i', async (duration, attempts) => {
  const { store, api, pass } = await signedIn();
  api.refreshSession.mockImplementation(async () => {
    pass(duration);
    throw network();
  });
  await expect(store.refresh()).rejects.toThrow('reach the server');
  expect(api.refreshSession).toHaveBeenCalledTimes(attempts);
});

test('ten concurrent calls in each of two tabs make one refresh', async () => {
  const { one, two, pass, api } = await twoTabs();
  pass(850_000);
  const tokens = await Promise.all(
    [one, two].flatMap((each) => Array.from({ length: 10 }, () => each.accessToken())),
  );
  expect(new Set(tokens)).toEqual(new Set(['access-2']));
  expect(api.refreshSession).toHaveBeenCalledOnce();
});

/** Two tabs refresh concurrently. One tab's write reaches the other tab's storage after `delay` ms. */
async function refreshedWithLateWrites(delay: number) {
  const { one, two, api, deps } = await twoTabs();
  const { read, write } = deps.storage;
  let pending: { session: StoredSession; arrives: number } | null = null;
  deps.storage.write = (session) => {
    pending = { session, arrives: deps.now() + delay };
    return true;
  };
  deps.storage.read = () => {
    if (pending !== null && pending.arrives <= deps.now()) write(pending.session);
    return read();
  };
  const before = deps.now();
  const sessions = await Promise.all([one.refresh(), two.refresh()]);
  return { sessions, requests: api.refreshSession.mock.calls, waited: deps.now() - before };
}

test.each([0, 50, 1_000])(
  "a tab that waited for the lock finds the other's session %i ms later",
  async (delay) => {
    const { sessions, requests, waited } = await refreshedWithLateWrites(delay);
    expect(requests).toEqual([['refresh-1']]);
    expect(waited).toBe(delay);
    expect(sessions[0]).toEqual(sessions[1]);
  },
);

test('a tab that waited and finds no new session within a second refreshes its own', async () => {
  const { requests } = await refreshedWithLateWrites(1_001);
  expect(requests).toEqual([['refresh-1'], ['refresh-1']]);
});

test('a tab that wakes between two attempts does not send a replaced token', async () => {
  const { store, api, deps, stored } = await signedIn();
  api.refreshSession.mockImplementationOnce(async () => {
    deps.storage.write({ ...(stored() as StoredSession), refreshToken: 'refresh-4' });
    throw network();
  });
  expect((await store.refresh())?.refreshToken).toBe('refresh-4');
  expect(api.refreshSession.mock.calls).toEqual([['refresh-1']]);
});

test('a tab that waited while the session ended makes no request', async () => {
  const { one, two, api } = await twoTabs();
  api.refreshSession.mockRejectedValue(refused());
  expect(await Promise.all([one.refresh(), two.refresh()])).toEqual([null, null]);
  expect(api.refreshSession).toHaveBeenCalledOnce();
  expect(two.current()).toEqual({ status: 'signed-out', asked: false });
});

test('ten calls refused with one token make one refresh, even in a browser without locks', async () => {
  const { store, api, deps } = await signedIn();
  deps.withLock = (act) => act(false);
  await Promise.all(Array.from({ length: 5 }, () => store.recover('access-1')));
  for (let late = 0; late < 5; late += 1) expect(await store.recover('access-1')).toBe(true);
  expect(api.refreshSession).toHaveBeenCalledOnce();
});

test.each([
  [408, undefined],
  [413, undefined],
  [429, { code: 'rate_limited' }],
  [500, { code: 'internal_error' }],
  [200, '<h1>Please sign in to this network</h1>'],
  [401, '<h1>Please sign in to this proxy</h1>'],
])('a %i response with %o does not end the session', async (status, body) => {
  const { store, api, stored } = await signedIn();
  api.refreshSession.mockRejectedValueOnce(fromResponse({ status, body }));
  await expect(store.refresh()).rejects.toMatchObject({ status });
  expect(store.current().status).toBe('signed-in');
  expect(api.refreshSession).toHaveBeenCalledOnce();
  await store.refresh();
  expect(stored()?.accessToken).toBe('access-2');
});

/** Starts a refresh that gets no response yet. */
async function duringRefresh() {
  const session = await signedIn();
  const answer = deferred<SessionView>();
  session.api.refreshSession.mockReturnValueOnce(answer.promise);
  const refreshing = session.store.refresh();
  await settled();
  return { ...session, answer, refreshing };
}
type Refreshing = Awaited<ReturnType<typeof duringRefresh>>;

const clearStorage = async ({ deps }: Refreshing) => deps.storage.clear();
const clearAndNotice = async ({ deps, store }: Refreshing) => {
  deps.storage.clear();
  await store.followOtherTabs();
};
const signOut = async ({ store }: Refreshing) => store.signOut();
const signOutAndIn = async ({ store, signInAgain }: Refreshing) => {
  await store.signOut();
  await signInAgain();
};
const otherTabSignsInAgain = async ({ tab, createSession }: Refreshing) => {
  const other = tab();
  await other.restore();
  await other.signOut();
  await other.signIn(createSession);
};

const byUser = { status: 'signed-out', asked: true };
const expired = { status: 'signed-out', asked: false };
const later = { status: 'signed-in', session: { accessToken: 'access-2' } };
const outage = fromResponse({ status: 500, body: undefined });

test.each([
  // A session that only this tab knows is ended, but not one opened after the sign-out.
  ['a session', 'after Sign Out', null, signOut, byUser, 'global'],
  ['a session', 'after signing out and in again', null, signOutAndIn, later, 'local'],
  ['a session', 'after storage was cleared', null, clearStorage, expired, null],
  ['a session', 'after storage was cleared, as noticed', null, clearAndNotice, expired, null],
  ['a refusal', "after another tab's later session", refused(), otherTabSignsInAgain, later, null],
  ['a refusal', 'after storage was cleared', refused(), clearStorage, expired, null],
  ['a refusal', 'after Sign Out', refused(), signOut, byUser, null],
  ['a failure', 'after Sign Out', outage, signOut, byUser, null],
] as const)('%s that arrives %s', async (_answer, _event, failure, happen, state, scope) => {
  const session = await duringRefresh();
  const { api, store, stored, answer, createSession } = session;
  await happen(session);
  api.endSessions.mockClear();
  const late = await createSession();
  if (failure === null) answer.resolve(late);
  else answer.reject(failure);
  const found = await session.refreshing.catch(() => stored());
  expect(found).toEqual(stored());
  expect(stored()?.accessToken).toBe(state === later ? 'access-2' : undefined);
  expect(store.current()).toMatchObject(state);
  expect(api.endSessions.mock.calls).toEqual(scope === null ? [] : [[late.access_token, scope]]);
});

test('a session that arrives after Sign Out and cannot be ended is reported in the log', async () => {
  const { store, answer, refreshing, createSession, api, deps } = await duringRefresh();
  await store.signOut();
  api.endSessions.mockRejectedValueOnce(network());
  answer.resolve(await createSession());
  expect(await refreshing).toBeNull();
  expect(deps.log).toHaveBeenCalledExactlyOnceWith(
    'A session that was refreshed after the sign-out could not be ended.',
    network(),
  );
});

// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  fakeSession,
  network,
  profile,
  refused,
  settled,
  signedIn,
} from '../../test/session/fake-session';
import { createSessionState, eventBetween, type SessionEvent } from './session-state';
import type { SessionState, StoredSession } from './session-state';
import type { SessionStore } from './store/session-store';

function recordEvents(source: Pick<SessionStore, 'subscribe'>): SessionEvent[] {
  const events: SessionEvent[] = [];
  source.subscribe((event) => events.push(event));
  return events;
}
const typesOf = (events: readonly SessionEvent[]) => events.map(({ type }) => type);

describe('INITIAL_SESSION', () => {
  test('is sent first and only once, without a session for a visitor', async () => {
    const store = fakeSession().tab();
    const events = recordEvents(store);
    expect(events).toEqual([]);
    await store.restore();
    await store.restore();
    expect(events).toEqual([{ type: 'INITIAL_SESSION', session: null }]);
  });

  test('is sent first and only once, with the stored session, even if the session is then refreshed', async () => {
    const { tab, pass, stored } = await signedIn();
    for (const [wait, after] of [
      [0, []],
      [901_000, ['TOKEN_REFRESHED']],
    ] as const) {
      pass(wait);
      const session = stored();
      const page = tab();
      const events = recordEvents(page);
      await page.restore();
      expect(events[0]).toEqual({ type: 'INITIAL_SESSION', session });
      expect(typesOf(events)).toEqual(['INITIAL_SESSION', ...after]);
      expect(await page.accessToken()).toBe(stored()?.accessToken);
    }
  });

  test('is followed by SIGNED_OUT if the server refuses the stored session', async () => {
    const { tab, pass, api, stored } = await signedIn();
    const session = stored();
    pass(901_000);
    api.refreshSession.mockRejectedValue(refused());
    const page = tab();
    const events = recordEvents(page);
    await page.restore();
    expect(events).toEqual([
      { type: 'INITIAL_SESSION', session },
      { type: 'SIGNED_OUT', asked: false },
    ]);
    expect(stored()).toBeNull();
  });

  test('is sent immediately to a late listener, but not to an unsubscribed one', async () => {
    const { store } = await signedIn();
    const received: string[] = [];
    const stop = store.subscribe(({ type }) => received.push(type));
    expect(received).toEqual(['INITIAL_SESSION']);
    stop();
    await store.signOut();
    expect(received).toEqual(['INITIAL_SESSION']);
  });
});

describe('events of a session', () => {
  test('start with SIGNED_IN and end with SIGNED_OUT', async () => {
    const { tab, createSession } = fakeSession();
    const store = tab();
    await store.restore();
    const events = recordEvents(store);
    await store.signIn(createSession);
    await settled();
    await store.refresh();
    await store.signOut();
    expect(typesOf(events)).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'TOKEN_REFRESHED',
      'SIGNED_OUT',
    ]);
  });

  test('do not include SIGNED_IN for a tick or a token that another tab refreshed', async () => {
    const { store, tab } = await signedIn();
    const other = tab();
    await other.restore();
    const events = recordEvents(other);
    await other.tick();
    await other.followOtherTabs();
    await store.refresh();
    await other.followOtherTabs();
    await other.followOtherTabs();
    expect(typesOf(events)).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED']);
  });

  test('include SIGNED_IN when another user signs in in another tab', async () => {
    const { store, deps, stored } = await signedIn();
    const events = recordEvents(store);
    const session = stored() as StoredSession;
    const bo = { id: 'bo', email: 'bo@b.example' };
    deps.storage.write({ ...session, accessToken: 'x', user: bo });
    await store.followOtherTabs();
    expect(typesOf(events)).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  test('report whether the user pressed Sign Out', async () => {
    const { store, api, signInAgain } = await signedIn();
    const events = recordEvents(store);
    await store.signOut();
    await signInAgain();
    api.refreshSession.mockRejectedValue(refused());
    await store.refresh();
    expect(events.filter(({ type }) => type === 'SIGNED_OUT')).toEqual([
      { type: 'SIGNED_OUT', asked: true },
      { type: 'SIGNED_OUT', asked: false },
    ]);
  });
});

test.each([
  ['changed roles', async () => ({ ...profile, roles: ['member' as const] }), 'member', true],
  ['the same profile', async () => ({ ...profile }), 'applicant', false],
  ['a failed request', () => Promise.reject(network()), 'applicant', false],
])('USER_UPDATED after a refresh with %s', async (_, answer, role, updated) => {
  const { store, api, pass } = await signedIn();
  pass(800_000);
  api.getCurrentUser.mockImplementation(answer);
  const events = recordEvents(store);
  await store.tick();
  const after = updated ? ['USER_UPDATED'] : [];
  expect(typesOf(events)).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED', ...after]);
  expect(store.current()).toMatchObject({ roles: [role] });
});

test('a missing profile or a reloaded state causes no event', async () => {
  const { store } = await signedIn();
  const before = store.current();
  expect(before).toMatchObject({ status: 'signed-in', profile });
  const without = { ...before, profile: null } as SessionState;
  expect(eventBetween(before, without)).toBeNull();
  expect(eventBetween(before, { status: 'loading' })).toBeNull();
});

test('a watcher is called after every change until it is removed', () => {
  const state = createSessionState();
  let calls = 0;
  const stop = state.watch(() => (calls += 1));
  state.set({ status: 'signed-out' });
  expect(calls).toBe(1);
  stop();
  state.set({ status: 'signed-out', asked: true });
  expect(calls).toBe(1);
});

test('PASSWORD_RECOVERY does not change the state', () => {
  const state = createSessionState();
  state.set({ status: 'signed-out' });
  const events = recordEvents(state);
  const recovery = { type: 'PASSWORD_RECOVERY', recoveryToken: 'once', expiresIn: 600 } as const;
  state.announce(recovery);
  expect(events.slice(1)).toEqual([recovery]);
  expect(state.current()).toEqual({ status: 'signed-out' });
});

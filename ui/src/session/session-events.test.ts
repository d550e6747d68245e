// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { network, profile, refused, settled, world } from '../../test/session/world';
import { createSessionBoard } from './session-board';
import { eventBetween, type SessionEvent } from './session-events';
import type { SessionState } from './session-state';
import type { SessionStore } from './session-store';

/** The types of the events that a listener hears from now on. */
function heardBy(store: SessionStore): SessionEvent['type'][] {
  const heard: SessionEvent['type'][] = [];
  store.subscribe(({ type }) => heard.push(type));
  return heard;
}

describe('INITIAL_SESSION', () => {
  test('comes once and first, for a visitor', async () => {
    const here = world().tab();
    const heard = heardBy(here);
    expect(heard).toEqual([]);
    await here.restore();
    await here.restore();
    expect(heard).toEqual(['INITIAL_SESSION']);
  });

  test('comes once and first for a stored session, renewed on the way or not', async () => {
    const { tab, pass } = world();
    await tab().signIn('ada@example.com', 'secret');
    for (const [wait, after] of [
      [0, []],
      [901_000, ['TOKEN_REFRESHED']],
    ] as const) {
      pass(wait);
      const later = tab();
      const heard = heardBy(later);
      await later.restore();
      expect(heard).toEqual(['INITIAL_SESSION', ...after]);
    }
  });

  test('brings no session to a visitor', async () => {
    const here = world().tab();
    const events: SessionEvent[] = [];
    here.subscribe((event) => events.push(event));
    await here.restore();
    expect(events).toEqual([{ type: 'INITIAL_SESSION', session: null }]);
  });

  test('brings the session that was stored', async () => {
    const { tab, stored } = world();
    await tab().signIn('ada@example.com', 'secret');
    const later = tab();
    const events: SessionEvent[] = [];
    later.subscribe((event) => events.push(event));
    await later.restore();
    expect(events).toEqual([{ type: 'INITIAL_SESSION', session: stored() }]);
  });

  test('is followed by the end where the server refuses what was stored', async () => {
    const { tab, pass, api, stored } = world();
    await tab().signIn('ada@example.com', 'secret');
    const session = stored();
    pass(901_000);
    api.refreshSession.mockRejectedValue(refused());
    const later = tab();
    const events: SessionEvent[] = [];
    later.subscribe((event) => events.push(event));
    await later.restore();
    expect(events).toEqual([
      { type: 'INITIAL_SESSION', session },
      { type: 'SIGNED_OUT', asked: false },
    ]);
  });

  test('reaches a late listener at once, and nobody who has unsubscribed', async () => {
    const here = world().tab();
    await here.signIn('ada@example.com', 'secret');
    const heard: string[] = [];
    const stop = here.subscribe(({ type }) => heard.push(type));
    expect(heard).toEqual(['INITIAL_SESSION']);
    stop();
    await here.signOut();
    expect(heard).toEqual(['INITIAL_SESSION']);
  });
});

describe('events of a session', () => {
  test('follow each other from signing in to signing out', async () => {
    const here = world().tab();
    await here.restore();
    const heard = heardBy(here);
    await here.signIn('ada@example.com', 'secret');
    await settled();
    await here.refresh();
    await here.signOut();
    expect(heard).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT']);
  });

  test('SIGNED_IN is told only of a real change, not of a tick or of another tab that renewed the token', async () => {
    const { tab } = world();
    const one = tab();
    await one.signIn('ada@example.com', 'secret');
    const two = tab();
    await two.restore();
    const heard = heardBy(two);
    await two.tick();
    await two.followOtherTabs();
    await one.refresh();
    await two.followOtherTabs();
    await two.followOtherTabs();
    expect(heard).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED']);
  });

  test('another person in another tab is a real change', async () => {
    const { tab, outside, stored } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    const heard = heardBy(here);
    const session = stored();
    if (session === null) throw new Error('nothing is stored');
    outside.storage.write({
      ...session,
      accessToken: 'x',
      user: { id: 'bo', email: 'bo@b.example' },
    });
    await here.followOtherTabs();
    expect(heard).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  test('SIGNED_OUT tells whether somebody asked for it', async () => {
    const { tab, api } = world();
    const here = tab();
    const asked: boolean[] = [];
    here.subscribe((event) => event.type === 'SIGNED_OUT' && asked.push(event.asked));
    await here.signIn('ada@example.com', 'secret');
    await here.signOut();
    await here.signIn('ada@example.com', 'secret');
    api.refreshSession.mockRejectedValue(refused());
    await here.refresh();
    expect(asked).toEqual([true, false]);
  });
});

describe('USER_UPDATED', () => {
  const renewed = async (outside: ReturnType<typeof world>) => {
    const here = outside.tab();
    await here.signIn('ada@example.com', 'secret');
    await settled();
    outside.pass(800_000);
    return here;
  };

  test('follows a renewed token when the roles are others by then', async () => {
    const outside = world();
    const here = await renewed(outside);
    outside.api.getCurrentUser.mockResolvedValue({ ...profile, roles: ['member'] });
    const heard = heardBy(here);
    await here.tick();
    expect(heard).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED', 'USER_UPDATED']);
    expect(here.current()).toMatchObject({ roles: ['member'] });
  });

  test('is not told of the same profile, nor of one that cannot be read, which leaves the roles standing', async () => {
    for (const answer of [async () => ({ ...profile }), () => Promise.reject(network())]) {
      const outside = world();
      const here = await renewed(outside);
      outside.api.getCurrentUser.mockImplementation(answer);
      const heard = heardBy(here);
      await here.tick();
      expect(heard).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED']);
      expect(here.current()).toMatchObject({ roles: ['applicant'] });
    }
  });
});

test('a profile that goes missing and a state that is unknown again are no events', async () => {
  const here = world().tab();
  await here.signIn('ada@example.com', 'secret');
  await settled();
  const before = here.current();
  expect(before).toMatchObject({ status: 'signed-in', profile });
  const without = { ...before, profile: null } as SessionState;
  expect(eventBetween(before, without)).toBeNull();
  expect(eventBetween(before, { status: 'loading' })).toBeNull();
});

test('who watches is called after every change, until they stop', () => {
  const board = createSessionBoard();
  let calls = 0;
  const stop = board.watch(() => (calls += 1));
  board.post({ status: 'signed-out' });
  expect(calls).toBe(1);
  stop();
  board.post({ status: 'signed-out', asked: true });
  expect(calls).toBe(1);
});

test('PASSWORD_RECOVERY is announced by its page and changes nothing', () => {
  const board = createSessionBoard();
  board.post({ status: 'signed-out' });
  const heard: SessionEvent[] = [];
  board.subscribe((event) => heard.push(event));
  const recovery = { type: 'PASSWORD_RECOVERY', recoveryToken: 'once', expiresIn: 600 } as const;
  board.announce(recovery);
  expect(heard.slice(1)).toEqual([recovery]);
  expect(board.current()).toEqual({ status: 'signed-out' });
});

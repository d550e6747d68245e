// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { network, profile, refused, SERVER_AHEAD, settled, world } from '../../test/session-world';
import { fromAnswer } from '../api/errors';
import type { SessionView } from '../api/sessions';
import type { StoredSession } from './session-state';

describe('start-up', () => {
  test('without a stored session nobody is signed in', async () => {
    const tab = world().tab();
    expect(tab.current().status).toBe('loading');
    await tab.restore();
    expect(tab.current()).toEqual({ status: 'signed-out' });
  });

  test('a stored session comes back, and its roles count only from the profile call', async () => {
    const { tab, api } = world();
    await tab().signIn('ada@example.com', 'secret');
    await settled();
    const later = tab();
    await later.restore();
    expect(later.current()).toMatchObject({ status: 'signed-in', profile, roles: ['applicant'] });
    expect(api.refreshSession).not.toHaveBeenCalled();
  });

  test('a profile that cannot be loaded is logged and leaves the roles unknown', async () => {
    const { tab, api, outside } = world();
    api.getCurrentUser.mockRejectedValue(network());
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    await settled();
    expect(here.current()).toMatchObject({ status: 'signed-in', profile: null, roles: 'unknown' });
    expect(outside.log).toHaveBeenCalledOnce();
  });

  test('an expired session is refreshed first', async () => {
    const { tab, pass } = world();
    await tab().signIn('ada@example.com', 'secret');
    pass(901_000);
    const later = tab();
    await later.restore();
    expect(await later.accessToken()).toBe('access-2');
  });

  test('an expired session that the server refuses is forgotten', async () => {
    const { tab, pass, api, stored } = world();
    await tab().signIn('ada@example.com', 'secret');
    pass(901_000);
    api.refreshSession.mockRejectedValue(refused());
    const later = tab();
    await later.restore();
    expect(later.current()).toEqual({ status: 'signed-out', asked: false });
    expect(stored()).toBeNull();
  });

  test('an outage keeps the person signed in', async () => {
    const { tab, pass, api, stored } = world();
    await tab().signIn('ada@example.com', 'secret');
    pass(901_000);
    api.refreshSession.mockRejectedValue(network());
    const later = tab();
    await later.restore();
    expect(later.current().status).toBe('signed-in');
    expect(stored()).not.toBeNull();
  });
});

test('a stored session that comes back late does not sign in again who signed out meanwhile', async () => {
  const { tab, pass, api } = world();
  await tab().signIn('ada@example.com', 'secret');
  pass(901_000);
  let fail: (cause: unknown) => void = () => undefined;
  api.refreshSession.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  const later = tab();
  const restoring = later.restore();
  await settled();
  await later.signOut();
  fail(fromAnswer({ status: 500, body: undefined }));
  await restoring;
  expect(later.current()).toEqual({ status: 'signed-out', asked: true });
});

describe('refreshing', () => {
  test('ten calls at once in each of two tabs make one refresh', async () => {
    const { tab, pass, api } = world();
    const one = tab();
    await one.signIn('ada@example.com', 'secret');
    const two = tab();
    await two.restore();
    pass(850_000);
    const tokens = await Promise.all(
      [one, two].flatMap((each) => Array.from({ length: 10 }, () => each.accessToken())),
    );
    expect(new Set(tokens)).toEqual(new Set(['access-2']));
    expect(api.refreshSession).toHaveBeenCalledOnce();
  });

  /** Two tabs that refresh at once, where what one writes reaches the storage of the other after so many ms. */
  async function refreshedWithLateWrites(delay: number) {
    const { tab, api, outside } = world();
    const [one, two] = [tab(), tab()];
    await one.signIn('ada@example.com', 'secret');
    await two.restore();
    const { read, write } = outside.storage;
    let underWay: { session: StoredSession; arrives: number } | null = null;
    outside.storage.write = (session) => {
      underWay = { session, arrives: outside.now() + delay };
      return true;
    };
    outside.storage.read = () => {
      if (underWay !== null && underWay.arrives <= outside.now()) write(underWay.session);
      return read();
    };
    const before = outside.now();
    const sessions = await Promise.all([one.refresh(), two.refresh()]);
    return { sessions, requests: api.refreshSession.mock.calls, waited: outside.now() - before };
  }

  test('a tab that waited for another finds its session although that is written late', async () => {
    for (const delay of [0, 50, 1_000]) {
      const { sessions, requests, waited } = await refreshedWithLateWrites(delay);
      expect(requests, `${delay} ms`).toEqual([['refresh-1']]);
      expect(waited).toBe(delay);
      expect(sessions[0]).toEqual(sessions[1]);
    }
  });

  test('a tab that waited and finds no other session within a second refreshes itself', async () => {
    const { requests } = await refreshedWithLateWrites(1_001);
    expect(requests).toEqual([['refresh-1'], ['refresh-1']]);
  });

  test('a tab that waited while the session ended asks no more', async () => {
    const { tab, api } = world();
    const [one, two] = [tab(), tab()];
    await one.signIn('ada@example.com', 'secret');
    await two.restore();
    api.refreshSession.mockRejectedValue(refused());
    expect(await Promise.all([one.refresh(), two.refresh()])).toEqual([null, null]);
    expect(api.refreshSession).toHaveBeenCalledOnce();
    expect(two.current()).toEqual({ status: 'signed-out', asked: false });
  });

  test('a tab that did not wait refreshes without delay', async () => {
    const { tab, outside } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    const before = outside.now();
    await here.refresh();
    expect(outside.now()).toBe(before);
  });

  test('ten calls refused with one token make one refresh, however far apart the answers come', async () => {
    const { tab, api } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    await Promise.all(Array.from({ length: 5 }, () => here.recover('access-1')));
    for (let late = 0; late < 5; late += 1) expect(await here.recover('access-1')).toBe(true);
    expect(api.refreshSession).toHaveBeenCalledOnce();
  });

  test("expiry follows the server's clock", async () => {
    const { tab, stored } = world();
    await tab().signIn('ada@example.com', 'secret');
    expect(stored()?.clockOffset).toBe(SERVER_AHEAD);
  });

  test('a tick refreshes from under 120 s left', async () => {
    const { tab, pass, api } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    await settled();
    pass(779_000);
    await here.tick();
    expect(api.refreshSession).not.toHaveBeenCalled();
    pass(2_000);
    await here.tick();
    expect(api.refreshSession).toHaveBeenCalledOnce();
  });

  test('while the server is away a token that still holds is used', async () => {
    const { tab, pass, api } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    pass(830_000);
    api.refreshSession.mockRejectedValue(network());
    expect(await here.accessToken()).toBe('access-1');
  });

  test('an answer that comes after Sign Out signs nobody in', async () => {
    const { tab, api, stored, outside } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    let answer: (view: SessionView) => void = () => undefined;
    api.refreshSession.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const refreshing = here.refresh();
    await settled();
    await here.signOut();
    answer(await outside.api.createSession('', ''));
    expect(await refreshing).toBeNull();
    expect(stored()).toBeNull();
    expect(here.current()).toEqual({ status: 'signed-out', asked: true });
  });

  test('a refusal that comes late leaves the session of another tab standing', async () => {
    const { tab, api, stored } = world();
    const one = tab();
    await one.signIn('ada@example.com', 'secret');
    const two = tab();
    await two.restore();
    let refuse: (cause: unknown) => void = () => undefined;
    api.refreshSession.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
    const refreshing = one.refresh();
    await settled();
    await two.signOut();
    await two.signIn('ada@example.com', 'secret');
    refuse(refused());
    expect(await refreshing).toMatchObject({ accessToken: 'access-2' });
    expect(stored()?.refreshToken).toBe('refresh-2');
    expect(one.current()).toMatchObject({ status: 'signed-in', session: stored() });
  });

  test.each([
    [408, undefined],
    [413, undefined],
    [429, { code: 'rate_limited' }],
    [500, { code: 'internal_error' }],
    [200, '<h1>Please sign in to this network</h1>'],
    [401, '<h1>Please sign in to this proxy</h1>'],
  ])('an answer of %i with %o ends no session', async (status, body) => {
    const { tab, api, stored } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    api.refreshSession.mockRejectedValueOnce(fromAnswer({ status, body }));
    await expect(here.refresh()).rejects.toMatchObject({ status });
    expect(here.current().status).toBe('signed-in');
    expect(api.refreshSession).toHaveBeenCalledOnce();
    await here.refresh();
    expect(stored()?.accessToken).toBe('access-2');
  });
});

describe('the roles', () => {
  test('are read again with a renewed token, once in each tab and not with each call', async () => {
    const { tab, pass, api } = world();
    const one = tab();
    await one.signIn('ada@example.com', 'secret');
    const two = tab();
    await two.restore();
    await settled();
    api.getCurrentUser.mockClear().mockResolvedValue({ ...profile, roles: ['member'] });
    pass(850_000);
    await Promise.all(Array.from({ length: 10 }, () => one.accessToken()));
    await two.followOtherTabs();
    await two.followOtherTabs();
    await settled();
    expect(api.getCurrentUser).toHaveBeenCalledTimes(2);
    expect(one.current()).toMatchObject({ roles: ['member'] });
    expect(two.current()).toMatchObject({ roles: ['member'] });
  });

  test('of a person are not those of the one before, whose answer comes late', async () => {
    const { tab, api } = world();
    const here = tab();
    let answer: (found: typeof profile) => void = () => undefined;
    api.getCurrentUser.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await here.signIn('ada@example.com', 'secret');
    await here.signOut();
    await here.signIn('bo@example.com', 'secret');
    await settled();
    answer({ ...profile, roles: ['admin'] });
    await settled();
    expect(here.current()).toMatchObject({ roles: ['applicant'] });
  });
});

describe('signing out', () => {
  test('ends the sessions on the server and here', async () => {
    const { tab, api, stored } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    await here.signOut();
    expect(api.endSessions).toHaveBeenCalledOnce();
    expect(stored()).toBeNull();
    expect(here.current()).toEqual({ status: 'signed-out', asked: true });
  });

  test('works while the server is away', async () => {
    const { tab, api } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    api.endSessions.mockReturnValue(new Promise(() => undefined));
    void here.signOut();
    expect(here.current().status).toBe('signed-out');
  });

  test('is what was asked for even where the session turns out to have ended before', async () => {
    const { tab, api } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    api.refreshSession.mockRejectedValue(refused());
    api.endSessions.mockRejectedValue(refused());
    await here.signOut();
    expect(here.current()).toEqual({ status: 'signed-out', asked: true });
  });

  test('reaches the other tabs', async () => {
    const { tab } = world();
    const one = tab();
    await one.signIn('ada@example.com', 'secret');
    const two = tab();
    await two.restore();
    await one.signOut();
    await two.followOtherTabs();
    expect(two.current().status).toBe('signed-out');
  });

  test('and in again in another tab is followed too', async () => {
    const { tab } = world();
    const one = tab();
    const two = tab();
    await two.restore();
    await one.signIn('ada@example.com', 'secret');
    await two.followOtherTabs();
    await settled();
    expect(two.current()).toMatchObject({ status: 'signed-in', roles: ['applicant'] });
  });
});

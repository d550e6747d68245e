// @vitest-environment node
/** A session is refreshed once, by one tab, in time, and only a refused token ends it. */
import { expect, test } from 'vitest';
import { network, refused, SERVER_AHEAD, settled, world } from '../../test/session/world';
import { fromAnswer } from '../api/errors';
import type { StoredSession } from './session-state';

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

test('a tab that wakes between two attempts never presents a token that others have left behind', async () => {
  const { tab, api, outside, stored } = world();
  const one = tab();
  await one.signIn('ada@example.com', 'secret');
  api.refreshSession.mockImplementationOnce(async () => {
    const session = stored();
    if (session !== null) outside.storage.write({ ...session, refreshToken: 'refresh-4' });
    throw network();
  });
  const renewed = await one.refresh();
  expect(renewed?.refreshToken).toBe('refresh-4');
  expect(api.refreshSession.mock.calls).toEqual([['refresh-1']]);
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

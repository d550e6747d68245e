// @vitest-environment node
/** The session over time, on a clock that the test holds: a session of 15 minutes, ticks every 30 s. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { network, settled, world } from '../../test/session/world';
import { startTicking } from './refresh-scheduler';

const clock = {
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const become = (visibilityState: DocumentVisibilityState) => {
  Object.assign(page, { visibilityState });
  page.dispatchEvent(new Event('visibilitychange'));
};
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(page, { visibilityState: 'visible' });
});
afterEach(() => void vi.useRealTimers());

/** A session received `before` seconds before the first tick is counted. */
async function signedIn(before = 0) {
  const outside = world(clock);
  const tab = outside.tab();
  await tab.signIn('ada@example.com', 'secret');
  await seconds(before);
  const stop = startTicking(() => void tab.tick(), page as unknown as Document);
  return { ...outside, tab, stop };
}

test('a tick with 121 s left does not refresh, one with 119 s left does', async () => {
  const early = await signedIn(29);
  await seconds(750);
  expect(early.api.refreshSession).not.toHaveBeenCalled();
  early.stop();

  const late = await signedIn(1);
  await seconds(779);
  expect(late.api.refreshSession).not.toHaveBeenCalled();
  await seconds(1);
  expect(late.api.refreshSession).toHaveBeenCalledOnce();
  late.stop();
});

test('ticks that fall on whole half minutes refresh with 90 s left, once', async () => {
  const { api, stop } = await signedIn();
  await seconds(809);
  expect(api.refreshSession).not.toHaveBeenCalled();
  await seconds(1);
  expect(api.refreshSession).toHaveBeenCalledOnce();
  await seconds(780);
  expect(api.refreshSession).toHaveBeenCalledOnce();
  stop();
});

test('a hidden tab leaves the session alone and looks after it at once when it is shown again', async () => {
  const { api, stop } = await signedIn();
  become('hidden');
  await seconds(860);
  expect(api.refreshSession).not.toHaveBeenCalled();
  become('visible');
  await settled();
  expect(api.refreshSession).toHaveBeenCalledOnce();
  stop();
});

test('a hidden tab that reads the session refreshes it from under 90 s left', async () => {
  const { api, tab, stop } = await signedIn();
  become('hidden');
  await seconds(810);
  expect(await tab.accessToken()).toBe('access-1');
  await seconds(1);
  expect(await tab.accessToken()).toBe('access-2');
  expect(api.refreshSession).toHaveBeenCalledOnce();
  stop();
});

test('an outage is met by 8 tries in 25.4 s, then the next tick begins anew', async () => {
  const { api, tab, stop } = await signedIn();
  api.refreshSession.mockRejectedValue(network());
  await seconds(810);
  const tries = [];
  for (const wait of [0, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8]) {
    await seconds(wait);
    tries.push(api.refreshSession.mock.calls.length);
  }
  expect(tries).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await seconds(4.5);
  expect(api.refreshSession).toHaveBeenCalledTimes(8);
  expect(tab.current().status).toBe('signed-in');
  api.refreshSession.mockResolvedValueOnce(await api.createSession());
  await seconds(0.1);
  expect(api.refreshSession).toHaveBeenCalledTimes(9);
  expect(await tab.accessToken()).toBe('access-2');
  stop();
});

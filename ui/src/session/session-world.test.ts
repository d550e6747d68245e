/** The browser's own world: its lock across tabs, its clock and its log. */
import { afterEach, expect, test, vi } from 'vitest';
import { browserWorld } from './session-world';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('one holder at a time goes by the lock of the browser', async () => {
  const request = vi.fn((_name: string, act: () => Promise<unknown>) => act());
  vi.stubGlobal('navigator', { locks: { request } });
  await expect(browserWorld.exclusively(async () => 'done')).resolves.toBe('done');
  expect(request).toHaveBeenCalledExactlyOnceWith('educators-forum.refresh', expect.any(Function));
});

test('where the browser has no locks a holder goes ahead', async () => {
  vi.stubGlobal('navigator', {});
  await expect(browserWorld.exclusively(async () => 'done')).resolves.toBe('done');
});

test("time is the device's, and a sleep lasts as long as it says", async () => {
  vi.useFakeTimers({ now: 5_000 });
  expect(browserWorld.now()).toBe(5_000);
  const awake = vi.fn();
  void browserWorld.sleep(200).then(awake);
  await vi.advanceTimersByTimeAsync(199);
  expect(awake).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(awake).toHaveBeenCalledOnce();
});

test('the log is a warning on the console', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const cause = new Error('why');
  browserWorld.log('What happened.', cause);
  expect(warn).toHaveBeenCalledExactlyOnceWith('What happened.', cause);
});

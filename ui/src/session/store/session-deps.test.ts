/** The browser's own fakeSession: its lock across tabs, its clock and its log. */
import { afterEach, expect, test, vi } from 'vitest';
import { browserDeps } from './session-deps';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Granted = (lock: object | null) => Promise<unknown>;

/** The browser's locks: a request that does not want to wait is answered with `free`. */
function locks(free: object | null) {
  const request = vi.fn((_name: string, ...[last, granted]: [Granted] | [LockOptions, Granted]) =>
    granted === undefined ? (last as Granted)({}) : granted(free),
  );
  vi.stubGlobal('navigator', { locks: { request } });
  return request;
}

const whetherWaited = async (waited: boolean) => ({ waited });

test('a free lock is held at once', async () => {
  const request = locks({});
  await expect(browserDeps.exclusively(whetherWaited)).resolves.toEqual({ waited: false });
  expect(request).toHaveBeenCalledExactlyOnceWith(
    'educators-forum.refresh',
    { ifAvailable: true },
    expect.any(Function),
  );
});

test('a lock that another tab holds is waited for, and the holder is told so', async () => {
  const request = locks(null);
  await expect(browserDeps.exclusively(whetherWaited)).resolves.toEqual({ waited: true });
  expect(request).toHaveBeenLastCalledWith(
    'educators-forum.refresh',
    { signal: expect.any(AbortSignal) },
    expect.any(Function),
  );
});

test('a holder that never ends, as in a frozen tab, is waited for 10 s', async () => {
  const patience = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const request = vi.fn((_name: string, options: LockOptions, granted: Granted) =>
    options.ifAvailable === true
      ? granted(null)
      : new Promise((_, reject) => {
          options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        }),
  );
  vi.stubGlobal('navigator', { locks: { request } });
  const act = vi.fn(whetherWaited);
  const held = browserDeps.exclusively(act);
  await vi.waitFor(() => expect(limit).toHaveBeenCalledExactlyOnceWith(10_000));
  expect(act).not.toHaveBeenCalled();
  patience.abort();
  await expect(held).resolves.toEqual({ waited: true });
  expect(act).toHaveBeenCalledOnce();
});

test('an act that fails in the lock is not run again, however long it took', async () => {
  locks(null);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const act = vi.fn(() => Promise.reject(new Error('no')));
  await expect(browserDeps.exclusively(act)).rejects.toThrow('no');
  expect(act).toHaveBeenCalledOnce();
});

test('an act that yields nothing is not run twice', async () => {
  locks({});
  const act = vi.fn(async () => null);
  await expect(browserDeps.exclusively(act)).resolves.toBeNull();
  expect(act).toHaveBeenCalledOnce();
});

test('where the browser has no locks a holder goes ahead', async () => {
  vi.stubGlobal('navigator', {});
  await expect(browserDeps.exclusively(whetherWaited)).resolves.toEqual({ waited: false });
});

test('where the browser has locks and refuses them a holder goes ahead', async () => {
  const refusal = new DOMException('The request was denied.', 'SecurityError');
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(refusal) } });
  await expect(browserDeps.exclusively(whetherWaited)).resolves.toEqual({ waited: false });
});

test("time is the device's, and a sleep lasts as long as it says", async () => {
  vi.useFakeTimers({ now: 5_000 });
  expect(browserDeps.now()).toBe(5_000);
  const awake = vi.fn();
  void browserDeps.sleep(200).then(awake);
  await vi.advanceTimersByTimeAsync(199);
  expect(awake).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(awake).toHaveBeenCalledOnce();
});

test('the log is a warning on the console', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const cause = new Error('why');
  browserDeps.log('What happened.', cause);
  expect(warn).toHaveBeenCalledExactlyOnceWith('What happened.', cause);
});

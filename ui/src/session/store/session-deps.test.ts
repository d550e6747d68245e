import { afterEach, expect, test, vi } from 'vitest';
import { browserDeps, type TabMessage } from './session-deps';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Granted = (lock: object | null) => Promise<unknown>;

/** The browser's locks. A request with `ifAvailable` gets `free`. */
function stubLocks(free: object | null) {
  const request = vi.fn((_name: string, ...[last, granted]: [Granted] | [LockOptions, Granted]) =>
    granted === undefined ? (last as Granted)({}) : granted(free),
  );
  vi.stubGlobal('navigator', { locks: { request } });
  return request;
}

const reportWaited = async (waited: boolean) => ({ waited });

test.each([
  ['a free lock is acquired at once', {}, { ifAvailable: true }, false],
  ['a lock of another tab delays the action', null, { signal: expect.any(AbortSignal) }, true],
])('%s', async (_, free, options, waited) => {
  const request = stubLocks(free);
  await expect(browserDeps.withLock(reportWaited)).resolves.toEqual({ waited });
  expect(request).toHaveBeenLastCalledWith(
    'educators-forum.refresh',
    options,
    expect.any(Function),
  );
  expect(request).toHaveBeenCalledTimes(waited ? 2 : 1);
});

test('a lock that a frozen tab never releases delays the action by 10 s', async () => {
  const timeout = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  const request = vi.fn((_name: string, options: LockOptions, granted: Granted) =>
    options.ifAvailable === true
      ? granted(null)
      : new Promise((_, reject) => {
          options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        }),
  );
  vi.stubGlobal('navigator', { locks: { request } });
  const act = vi.fn(reportWaited);
  const result = browserDeps.withLock(act);
  await vi.waitFor(() => expect(limit).toHaveBeenCalledExactlyOnceWith(10_000));
  expect(act).not.toHaveBeenCalled();
  timeout.abort();
  await expect(result).resolves.toEqual({ waited: true });
  expect(act).toHaveBeenCalledOnce();
});

test('an action that fails in the lock does not run again', async () => {
  stubLocks(null);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const act = vi.fn(() => Promise.reject(new Error('no')));
  await expect(browserDeps.withLock(act)).rejects.toThrow('no');
  expect(act).toHaveBeenCalledOnce();
});

test('an action that resolves to null runs once', async () => {
  stubLocks({});
  const act = vi.fn(async () => null);
  await expect(browserDeps.withLock(act)).resolves.toBeNull();
  expect(act).toHaveBeenCalledOnce();
});

const denied = new DOMException('The request was denied.', 'SecurityError');

test.each([
  ['has no locks', {}],
  ['refuses locks', { locks: { request: () => Promise.reject(denied) } }],
])('an action runs without a lock where the browser %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator);
  await expect(browserDeps.withLock(reportWaited)).resolves.toEqual({ waited: false });
});

const message: TabMessage = { type: 'ended', asked: true, refreshToken: 'r' };

/** The channel of a new tab. */
async function newTab() {
  vi.resetModules();
  return (await import('./session-deps')).browserDeps.tabs;
}

test('a message reaches only the other tabs', async () => {
  const [one, two] = [await newTab(), await newTab()];
  const received = vi.fn<(received: TabMessage) => void>();
  const own = vi.fn<(received: TabMessage) => void>();
  two.onMessage(received);
  one.onMessage(own);
  one.send(message);
  await vi.waitFor(() => expect(received).toHaveBeenCalledExactlyOnceWith(message));
  expect(own).not.toHaveBeenCalled();
});

const construct = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

test.each([
  ['has no channels', undefined],
  ['refuses channels', new Proxy(BroadcastChannel, { construct })],
])('sending does not fail where the browser %s', async (_, channelClass) => {
  vi.stubGlobal('BroadcastChannel', channelClass);
  const channel = await newTab();
  channel.onMessage(() => undefined);
  expect(() => channel.send(message)).not.toThrow();
});

test('the clock is the device clock, and a sleep lasts as long as requested', async () => {
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
  browserDeps.log('A message.', cause);
  expect(warn).toHaveBeenCalledExactlyOnceWith('A message.', cause);
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { browserDeps, browserSessionStorage, parseSession, type TabMessage } from './session-deps';
import { SESSION_KEY } from './session-state';

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

const session = {
  accessToken: 'a',
  refreshToken: 'r',
  expiresAt: 1,
  clockOffset: 0,
  user: { id: 'ada', email: 'ada@example.com' },
};

test('a written session can be read again and uses a single key', () => {
  const storage = browserSessionStorage();
  storage.write(session);
  // A different key would sign out every user.
  expect(Object.keys(localStorage)).toEqual(['educators-forum.session']);
  expect(storage.read()).toEqual(session);
  expect(browserSessionStorage().read()).toEqual(session);
  storage.clear();
  expect(storage.read()).toBeNull();
});

const changed = (change: Record<string, unknown>) => JSON.stringify({ ...session, ...change });
const required = ['accessToken', 'refreshToken', 'expiresAt', 'clockOffset', 'user'];

test.each([
  null,
  '',
  'null',
  '1',
  '"text"',
  '[]',
  '{not json',
  changed({ user: null }),
  changed({ user: {} }),
  ...required.flatMap((name) => [changed({ [name]: undefined }), changed({ [name]: true })]),
])('malformed text is not a session: %s', (text) => {
  expect(parseSession(text)).toBeNull();
});

test('after a sign-out, the session of another tab is found without a storage event', () => {
  // A page in the back-forward cache misses storage events.
  const storage = browserSessionStorage();
  storage.write(session);
  storage.clear();
  browserSessionStorage().write({ ...session, refreshToken: 'later' });
  expect(storage.read()).toMatchObject({ refreshToken: 'later' });
});

test('only a change to this key or to the whole storage is reported', () => {
  const onChange = vi.fn();
  browserSessionStorage().onChange(onChange);
  window.dispatchEvent(new StorageEvent('storage', { key: 'another' }));
  expect(onChange).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(onChange).toHaveBeenCalledTimes(2);
});

const refuse = (method: 'getItem' | 'setItem' | 'removeItem') =>
  vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

describe('refused storage', () => {
  test('keeps the session in this tab, and drops an earlier one', () => {
    const storage = browserSessionStorage();
    storage.write({ ...session, accessToken: 'before' });
    refuse('setItem');
    storage.write(session);
    expect(storage.read()).toEqual(session);
    storage.clear();
    expect(storage.read()).toBeNull();
  });

  test('removes the earlier session, and write() returns false', () => {
    const storage = browserSessionStorage();
    expect(storage.write(session)).toBe(true);
    const full = refuse('setItem');
    expect(storage.write({ ...session, refreshToken: 'next' })).toBe(false);
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    expect(storage.read()).toMatchObject({ refreshToken: 'next' });
    full.mockRestore();
    expect(storage.write({ ...session, refreshToken: 'third' })).toBe(true);
    expect(browserSessionStorage().read()).toMatchObject({ refreshToken: 'third' });
  });

  test('uses a session that another tab stores later, but ignores a removal', () => {
    const storage = browserSessionStorage();
    storage.hold(session);
    storage.onChange(() => undefined);
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null }));
    expect(storage.read()).toEqual(session);
    const newValue = JSON.stringify({ ...session, refreshToken: 'later' });
    localStorage.setItem(SESSION_KEY, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue }));
    expect(storage.read()).toMatchObject({ refreshToken: 'later' });
  });

  test('initially yields no session, and reads a written session from memory', () => {
    localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, accessToken: 'before' }));
    refuse('getItem');
    const storage = browserSessionStorage();
    expect(storage.read()).toBeNull();
    storage.write(session);
    expect(storage.read()).toEqual(session);
  });

  test('does not prevent this tab from discarding a session that cannot be removed', () => {
    const storage = browserSessionStorage();
    storage.write(session);
    refuse('removeItem');
    storage.clear();
    expect(storage.read()).toBeNull();
  });
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { SESSION_KEY } from '../session-state';
import { browserSessionStorage, parseSession } from './session-storage';

const session = {
  accessToken: 'a',
  refreshToken: 'r',
  expiresAt: 1,
  clockOffset: 0,
  user: { id: 'ada', email: 'ada@example.com' },
};

afterEach(() => localStorage.clear());

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

test.each([null, '', 'null', '1', '"text"', '[]', '{"accessToken":1}', '{not json'])(
  'malformed text is not a session: %s',
  (text) => {
    expect(parseSession(text)).toBeNull();
  },
);

test.each([
  ['accessToken', 1],
  ['refreshToken', 1],
  ['expiresAt', '1'],
  ['clockOffset', '1'],
  ['user', 'ada'],
  ['user', null],
  ['user', {}],
])('a session with the wrong %s, %o, is ignored', (field, wrong) => {
  expect(parseSession(JSON.stringify(session))).toEqual(session);
  expect(parseSession(JSON.stringify({ ...session, [field]: wrong }))).toBeNull();
  expect(parseSession(JSON.stringify({ ...session, [field]: undefined }))).toBeNull();
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
  const stop = browserSessionStorage().onChange(onChange);
  window.dispatchEvent(new StorageEvent('storage', { key: 'another' }));
  expect(onChange).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(onChange).toHaveBeenCalledTimes(2);
  stop();
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
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
    const stop = storage.onChange(() => undefined);
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null }));
    expect(storage.read()).toEqual(session);
    const newValue = JSON.stringify({ ...session, refreshToken: 'later' });
    localStorage.setItem(SESSION_KEY, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue }));
    expect(storage.read()).toMatchObject({ refreshToken: 'later' });
    stop();
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

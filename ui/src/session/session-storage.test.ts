import { afterEach, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './session-key';
import { browserSessionStorage, parseSession } from './session-storage';

const session = {
  accessToken: 'a',
  refreshToken: 'r',
  expiresAt: 1,
  clockOffset: 0,
  user: { id: 'ada', email: 'ada@example.com' },
};

afterEach(() => localStorage.clear());

test('what is written can be read again, under one key', () => {
  const storage = browserSessionStorage();
  storage.write(session);
  expect(Object.keys(localStorage)).toEqual([SESSION_KEY]);
  expect(storage.read()).toEqual(session);
  storage.clear();
  expect(storage.read()).toBeNull();
});

test.each([null, '', 'null', '[]', '{"accessToken":1}', '{not json'])(
  'what is no session reads as none: %s',
  (text) => {
    expect(parseSession(text)).toBeNull();
  },
);

test('a change of this key or of the whole storage is heard, others are not', () => {
  const heard = vi.fn();
  const stop = browserSessionStorage().onChange(heard);
  window.dispatchEvent(new StorageEvent('storage', { key: 'another' }));
  expect(heard).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
  expect(heard).toHaveBeenCalledTimes(2);
});

test('where storage is refused the session lives on in this tab', () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const storage = browserSessionStorage();
  storage.write(session);
  expect(storage.read()).toEqual(session);
  refuse.mockRestore();
});

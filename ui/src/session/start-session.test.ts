import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './session-state';

/**
 * Replaces loading the session store. All tests share one mock, because two vi.doMock calls for the same module race.
 */
const loaded = vi.fn(() => ({}));

const orReload = vi.fn<(load: () => Promise<unknown>) => Promise<unknown>>();

/** Imports every module again, like a new page. `prepare` runs after that, so that nothing else changes the storage. */
async function start(prepare?: () => void) {
  const { startSession } = await import('./start-session');
  const { sessionState } = await import('./session-state');
  prepare?.();
  startSession(orReload as Parameters<typeof startSession>[0]);
  return sessionState;
}

beforeEach(() => {
  vi.resetModules();
  loaded.mockReset();
  orReload.mockReset().mockImplementation((load) => load());
  vi.doMock('./browser-session', () => loaded());
});

test.each([
  ['a visitor is signed out', () => undefined, 'signed-out', 0],
  ['a stored session is loading', () => localStorage.setItem(SESSION_KEY, '{}'), 'loading', 1],
  [
    'a user whose browser refuses storage is signed out',
    () =>
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        throw new DOMException('no', 'SecurityError');
      }),
    'signed-out',
    0,
  ],
])('%s, and only a stored session loads the store', async (_, prepare, status, loads) => {
  const state = await start(prepare);
  expect(state.current()).toEqual({ status });
  await vi.dynamicImportSettled();
  expect(loaded).toHaveBeenCalledTimes(loads);
});

test('a session store that cannot be loaded signs out this page and keeps the stored session', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  loaded.mockImplementation(() => {
    throw new Error('no connection');
  });
  localStorage.setItem(SESSION_KEY, '{}');
  const state = await start();
  await vi.dynamicImportSettled();
  await waitFor(() => expect(state.current()).toEqual({ status: 'signed-out' }));
  expect(localStorage.getItem(SESSION_KEY)).toBe('{}');
  expect(log).toHaveBeenCalledExactlyOnceWith(
    'The session could not be started.',
    expect.any(Error),
  );
});

test('a session store that a release has replaced reloads the page', async () => {
  orReload.mockReturnValue(new Promise(() => undefined));
  localStorage.setItem(SESSION_KEY, '{}');
  const state = await start();
  expect(orReload).toHaveBeenCalledOnce();
  expect(state.current()).toEqual({ status: 'loading' });
});

test('a later failed load does not change the state', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  loaded.mockImplementation(() => {
    throw new Error('no connection');
  });
  const state = await start();
  const known = { status: 'signed-out', asked: true } as const;
  state.set(known);
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: '{}' }));
  await vi.dynamicImportSettled();
  await waitFor(() => expect(log).toHaveBeenCalled());
  expect(state.current()).toEqual(known);
  expect(orReload).not.toHaveBeenCalled();
});

test('only a sign-in in another tab loads the store', async () => {
  await start();
  const change = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue }));
  change(null);
  window.dispatchEvent(new StorageEvent('storage', { key: 'another', newValue: '{}' }));
  await vi.dynamicImportSettled();
  expect(loaded).not.toHaveBeenCalled();
  change('{}');
  await vi.dynamicImportSettled();
  expect(loaded).toHaveBeenCalledOnce();
});

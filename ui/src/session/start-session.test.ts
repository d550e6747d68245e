import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './session-key';

const loaded = vi.fn();

/** As on a new page: every module anew. */
async function start() {
  const { startSession } = await import('./start-session');
  const { sessionBoard } = await import('./session-board');
  startSession();
  return sessionBoard;
}

beforeEach(() => {
  vi.resetModules();
  loaded.mockClear();
  vi.doMock('./browser-session', () => {
    loaded();
    return {};
  });
});

test('a visitor is known as one at once, without the machinery of a session', async () => {
  const board = await start();
  expect(board.current()).toEqual({ status: 'signed-out' });
  await vi.dynamicImportSettled();
  expect(loaded).not.toHaveBeenCalled();
});

test('a stored session brings the machinery, which decides', async () => {
  localStorage.setItem(SESSION_KEY, '{}');
  const board = await start();
  expect(board.current()).toEqual({ status: 'loading' });
  await vi.dynamicImportSettled();
  expect(loaded).toHaveBeenCalledOnce();
});

test('machinery that cannot be loaded leaves a visitor and what is stored', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.doMock('./browser-session', () => {
    throw new Error('no connection');
  });
  localStorage.setItem(SESSION_KEY, '{}');
  const board = await start();
  await waitFor(() => expect(board.current()).toEqual({ status: 'signed-out' }));
  expect(localStorage.getItem(SESSION_KEY)).toBe('{}');
  log.mockRestore();
});

test('a sign-in in another tab brings it too, a sign-out there does not', async () => {
  await start();
  const tell = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue }));
  tell(null);
  await vi.dynamicImportSettled();
  expect(loaded).not.toHaveBeenCalled();
  tell('{}');
  await vi.dynamicImportSettled();
  expect(loaded).toHaveBeenCalledOnce();
});

/** Tests that importing the module connects the session to storage, the API client, other tabs and ticks. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settled } from '../../test/session/fake-session';
import type { ApiWiring } from '../api/transport/client';
import { TICK_MS } from './session-store';

const configureApi = vi.fn<(wiring: ApiWiring) => void>();

/** A new page for a signed-in user. In an outage, its first profile request fails. */
async function newPage({ outage = false } = {}) {
  // Imported after the modules are reset, so that the session recognizes its error class.
  const { network, refused, signedIn } = await import('../../test/session/fake-session');
  const { deps, api } = await signedIn();
  if (outage) api.getCurrentUser.mockRejectedValueOnce(network());
  const onStorageChange = vi.fn<(listener: () => void) => void>();
  deps.storage.onChange = onStorageChange;
  vi.doMock('./session-deps', () => ({ browserDeps: deps }));
  const { sessionStore } = await import('./browser-session');
  await settled();
  return { sessionStore, api, storage: deps.storage, onStorageChange, refused };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  configureApi.mockClear();
  vi.doMock('../api/transport/client', () => ({ configureApi }));
});
afterEach(() => void vi.useRealTimers());

test('the API client sends the access token and refreshes a refused one', async () => {
  const { api, refused } = await newPage();
  expect(configureApi).toHaveBeenCalledOnce();
  const wiring = configureApi.mock.lastCall?.[0];
  expect(await wiring?.getAccessToken()).toBe('access-1');
  expect(await wiring?.onUnauthorized('access-1')).toBe(true);
  expect(await wiring?.getAccessToken()).toBe('access-2');
  api.refreshSession.mockRejectedValue(refused());
  expect(await wiring?.onUnauthorized('access-2')).toBe(false);
});

test('changes in other tabs are followed', async () => {
  const { sessionStore, storage, onStorageChange } = await newPage();
  storage.clear();
  onStorageChange.mock.lastCall?.[0]();
  await settled();
  expect(sessionStore.current().status).toBe('signed-out');
});

test.each([
  ['a tick', () => vi.advanceTimersByTimeAsync(TICK_MS)],
  ['a restored connection', async () => void window.dispatchEvent(new Event('online'))],
])('%s reads a profile that previously could not be read', async (_, happen) => {
  const { sessionStore } = await newPage({ outage: true });
  expect(sessionStore.current()).toMatchObject({ profile: null, roles: 'unknown' });
  await happen();
  await settled();
  expect(sessionStore.current()).toMatchObject({
    profile: { first_name: 'Ada' },
    roles: ['applicant'],
  });
});

test('only a page from the back-forward cache reads storage again', async () => {
  const { sessionStore, storage } = await newPage();
  storage.clear();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  await settled();
  expect(sessionStore.current().status).toBe('signed-in');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await settled();
  expect(sessionStore.current()).toEqual({ status: 'signed-out', asked: true });
});

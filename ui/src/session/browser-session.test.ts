/** Loading the module joins the session to the browser: stored session, API client, other tabs and ticks. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settled } from '../../test/session/world';
import type { ApiWiring } from '../api/client';
import { TICK_MS } from './refresh-scheduler';

const configureApi = vi.fn<(wiring: ApiWiring) => void>();

/** A new page of a person who signed in on an earlier one; the first reading of the profile fails where asked for. */
async function newPage({ outage = false } = {}) {
  // Like every module anew, so that its errors are of the same class as the session's.
  const { network, refused, world } = await import('../../test/session/world');
  const { outside, tab, api } = world();
  await tab().signIn('ada@example.com', 'secret');
  await settled();
  if (outage) api.getCurrentUser.mockRejectedValueOnce(network());
  const otherTabs = vi.fn<(listener: () => void) => () => void>();
  outside.storage.onChange = otherTabs;
  vi.doMock('./session-world', () => ({ browserWorld: outside }));
  const { sessionStore } = await import('./browser-session');
  return { sessionStore, api, storage: outside.storage, otherTabs, refused };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  configureApi.mockClear();
  vi.doMock('../api/client', () => ({ configureApi }));
});
afterEach(() => void vi.useRealTimers());

test('what is stored is taken up', async () => {
  const { sessionStore } = await newPage();
  await settled();
  expect(sessionStore.current()).toMatchObject({ status: 'signed-in', roles: ['applicant'] });
});

test('the API client sends the token of the session and has a refused one renewed', async () => {
  const { api, refused } = await newPage();
  await settled();
  expect(configureApi).toHaveBeenCalledOnce();
  const wiring = configureApi.mock.lastCall?.[0];
  expect(await wiring?.getAccessToken()).toBe('access-1');
  expect(await wiring?.onUnauthorized('access-1')).toBe(true);
  expect(await wiring?.getAccessToken()).toBe('access-2');
  api.refreshSession.mockRejectedValue(refused());
  expect(await wiring?.onUnauthorized('access-2')).toBe(false);
});

test('other tabs are followed', async () => {
  const { sessionStore, storage, otherTabs } = await newPage();
  await settled();
  storage.clear();
  otherTabs.mock.lastCall?.[0]();
  await settled();
  expect(sessionStore.current().status).toBe('signed-out');
});

test('every tick looks after the session', async () => {
  const { sessionStore } = await newPage({ outage: true });
  await settled();
  expect(sessionStore.current()).toMatchObject({ profile: null });
  await vi.advanceTimersByTimeAsync(TICK_MS);
  expect(sessionStore.current()).toMatchObject({ profile: { first_name: 'Ada' } });
});

test('a line that is back is used at once, for a profile that could not be read', async () => {
  const { sessionStore } = await newPage({ outage: true });
  await settled();
  expect(sessionStore.current()).toMatchObject({ roles: 'unknown' });
  window.dispatchEvent(new Event('online'));
  await settled();
  expect(sessionStore.current()).toMatchObject({ roles: ['applicant'] });
});

test('a page that comes back from the cache of the browser looks at what is stored, a new one does not', async () => {
  const { sessionStore, storage } = await newPage();
  await settled();
  storage.clear();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  await settled();
  expect(sessionStore.current().status).toBe('signed-in');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await settled();
  expect(sessionStore.current()).toEqual({ status: 'signed-out', asked: true });
});

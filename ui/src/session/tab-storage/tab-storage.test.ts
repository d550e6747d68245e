import { afterEach, expect, test, vi } from 'vitest';
import { challengeOf } from '../../lib/credentials/pkce';
import { clearPersonal, readPersonal, wipeForOthers, writePersonal } from './personal-storage';
import { beginFlow, readFlow } from './provider-flow';
import type { StoredSession } from '../session-state';

const session = (id: string): StoredSession => ({
  accessToken: 'a',
  refreshToken: 'r',
  expiresAt: 0,
  clockOffset: 0,
  user: { id, email: `${id}@example.com` },
});

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('a value is returned only to its user', () => {
  expect(writePersonal('notes', 'ada', { city: 'Tampa' })).toBe(true);
  expect(readPersonal('notes', 'ada')).toEqual({ city: 'Tampa' });
  expect(readPersonal('notes', 'grace')).toBeNull();
  expect(readPersonal('others', 'ada')).toBeNull();
  clearPersonal('notes');
  expect(readPersonal('notes', 'ada')).toBeNull();
});

test('malformed text reads as null', () => {
  for (const text of ['', '{', '7', 'null', '{"userId":"ada"}', '{"value":7}']) {
    sessionStorage.setItem('educators-forum.waiting.notes', text);
    expect(readPersonal('notes', 'ada')).toBeNull();
  }
});

test.each([
  ['Sign Out', { type: 'SIGNED_OUT', asked: true }, false],
  ['a session that expired', { type: 'SIGNED_OUT', asked: false }, true],
  ['a sign-in of the same user', { type: 'SIGNED_IN', session: session('ada') }, true],
  ['a sign-in of another user', { type: 'SIGNED_IN', session: session('grace') }, false],
  [
    'a page that opens with the same user',
    { type: 'INITIAL_SESSION', session: session('ada') },
    true,
  ],
  [
    'a page that opens with another user',
    { type: 'INITIAL_SESSION', session: session('grace') },
    false,
  ],
  ['a page that opens signed out', { type: 'INITIAL_SESSION', session: null }, true],
  ['a renewed token', { type: 'TOKEN_REFRESHED', session: session('ada') }, true],
] as const)('after %s', (_, event, stays) => {
  writePersonal('notes', 'ada', 'text');
  sessionStorage.setItem('another', 'kept');
  wipeForOthers(event);
  expect(readPersonal('notes', 'ada')).toBe(stays ? 'text' : null);
  expect(sessionStorage.getItem('another')).toBe('kept');
});

test('a value without a readable owner is deleted', () => {
  sessionStorage.setItem('educators-forum.waiting.notes', '{');
  wipeForOthers({ type: 'SIGNED_IN', session: session('ada') });
  expect(sessionStorage).toHaveLength(0);
});

test('a write to full storage returns false and removes the earlier value', () => {
  writePersonal('notes', 'ada', 'old');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(writePersonal('notes', 'ada', 'new')).toBe(false);
  expect(readPersonal('notes', 'ada')).toBeNull();
});

test('refused storage causes no error', () => {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  expect(writePersonal('notes', 'ada', 'text')).toBe(false);
  expect(readPersonal('notes', 'ada')).toBeNull();
  clearPersonal('notes');
  wipeForOthers({ type: 'SIGNED_OUT', asked: true });
});

const school = { name: 'a school', title: 'Springfield Schools' };

test('storage contains the secret of a flow, and the URL only its challenge', async () => {
  const address = new URL(await beginFlow(school, 'ada'), 'https://forum.example');
  const flow = readFlow();
  expect(flow).toMatchObject({ provider: school, linkTo: 'ada' });
  expect(address.pathname).toBe('/api/auth/authorize');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    provider: 'a school',
    code_challenge: await challengeOf(flow?.verifier ?? ''),
    code_challenge_method: 'S256',
  });
  expect(address.href).not.toContain(flow?.verifier);
});

test.each(['nonsense', '{}', '"text"', 'null'])('%s in storage is not a flow', (stored) => {
  sessionStorage.setItem('educators-forum.provider-flow', stored);
  expect(readFlow()).toBeNull();
});

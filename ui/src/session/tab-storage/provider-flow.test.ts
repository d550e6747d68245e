import { expect, test, vi } from 'vitest';
import { challengeOf } from '../../lib/credentials/pkce';
import { beginFlow, endFlow, FlowNotStored, readFlow } from './provider-flow';

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

test('the latest flow is read until it ends', async () => {
  await beginFlow(school, 'ada');
  const first = readFlow();
  await beginFlow(school, null);
  expect(readFlow()).toMatchObject({ linkTo: null });
  expect(readFlow()?.verifier).not.toBe(first?.verifier);
  endFlow();
  expect(readFlow()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test.each(['nonsense', '{}', '"text"', 'null'])('%s in storage is not a flow', (stored) => {
  sessionStorage.setItem('educators-forum.provider-flow', stored);
  expect(readFlow()).toBeNull();
});

test('without storage no flow begins', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  await expect(beginFlow(school, null)).rejects.toBeInstanceOf(FlowNotStored);
});

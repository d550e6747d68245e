import { describe, expect, test } from 'vitest';
import { signInToApply } from './pages';
import { returnAddress, signInPath } from './return-address';

const at = (address: string) => new URL(address, 'https://forum.example');

describe('a sign-in leads back', () => {
  test.each([
    '/account',
    '/account/',
    '/account#two-step',
    '/apply#changes',
    '/apply?step=2',
    '/admin',
    '/admin?application=7&status=pending#top',
    '/admin?search=50%25%20%26%20more',
  ])('to %s', (address) => {
    const { search } = at(signInPath(at(address)));
    expect(returnAddress(search)).toBe(address);
  });
});

test.each(['/apply', '/apply/', '/', '/about', '/auth', '/auth?next=/account', '/auth/confirm'])(
  'a sign-in does not lead back to %s',
  (address) => {
    expect(signInPath(at(address))).toBe('/auth');
    expect(returnAddress(`?next=${encodeURIComponent(address)}`)).toBeNull();
  },
);

test.each([
  '//evil.example/account',
  '/\\evil.example/account',
  '\\\\evil.example/account',
  '/%2Fevil.example/account',
  '/\t/evil.example/account',
  'https://evil.example/account',
  'https:evil.example/account',
  'https://[/account',
  'javascript:alert(1)//account',
  'data:text/html,/account',
  '/account/../about',
  '/account%2f..%2fabout',
  '/account\n//evil.example',
  'about',
  '',
])('the crafted address %j is ignored, also when encoded twice', (address) => {
  const once = encodeURIComponent(address);
  expect(returnAddress(`?next=${once}`)).toBeNull();
  expect(returnAddress(`?next=${encodeURIComponent(once)}`)).toBeNull();
});

test('without an address, a sign-in leads on as always', () => {
  expect(returnAddress('')).toBeNull();
});

test('the way to the application is a return address', () => {
  expect(signInToApply).toBe(signInPath({ pathname: '/apply', search: '?step=1' }));
});

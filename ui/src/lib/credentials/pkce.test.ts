import { afterEach, expect, test, vi } from 'vitest';
import { challengeOf, createVerifier, pkceWorks } from './pkce';

afterEach(() => void vi.unstubAllGlobals());

test('the challenge matches RFC 7636, appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('a verifier is 32 random bytes as base64url', () => {
  const verifiers = Array.from({ length: 20 }, createVerifier);
  for (const verifier of verifiers) expect(verifier).toMatch(/^[\w-]{43}$/);
  expect(new Set(verifiers).size).toBe(20);
});

test('PKCE does not work without Web Crypto', () => {
  expect(pkceWorks()).toBe(true);
  vi.stubGlobal('crypto', { getRandomValues: () => undefined });
  expect(pkceWorks()).toBe(false);
});

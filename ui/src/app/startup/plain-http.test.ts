import { expect, test, vi } from 'vitest';
import { provideRandomUuid } from './plain-http';

test('a page on plain http has random UUIDs', () => {
  const random = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues: random });
  provideRandomUuid();
  const made = Array.from({ length: 50 }, () => crypto.randomUUID());
  for (const uuid of made)
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(made).size).toBe(50);
  vi.unstubAllGlobals();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());
beforeEach(() => vi.resetModules());

const stores = async () => (await import('./refusable')).storesHere();

test('a browser that stores is known by it, and keeps nothing of the trial', async () => {
  expect(await stores()).toBe(true);
  expect(localStorage).toHaveLength(0);
});

test('a browser that has a storage and refuses it is known by it', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(await stores()).toBe(false);
});

test('so is one whose storage takes nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await stores()).toBe(false);
});

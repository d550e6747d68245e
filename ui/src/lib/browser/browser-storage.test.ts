import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

const fresh = () => import('./browser-storage');

test('working storage is detected, and the probe is removed', async () => {
  expect((await fresh()).storageWorks()).toBe(true);
  expect(localStorage).toHaveLength(0);
});

test('refused storage is detected', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect((await fresh()).storageWorks()).toBe(false);
});

test('full storage is detected', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect((await fresh()).storageWorks()).toBe(false);
});

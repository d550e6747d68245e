import { expect, test } from 'vitest';
import { createScrollKey } from './scroll-restoration';

const at = (key: string, pathname: string, search = '') => ({ key, pathname, search });

test('a change to the query keeps the scroll key', () => {
  const scrollKey = createScrollKey();
  expect(scrollKey(at('a', '/reports'))).toBe('a');
  expect(scrollKey(at('b', '/reports', '?topic=Equity'))).toBe('a');
});

test('another path, and a second visit to the same path, get new keys', () => {
  const scrollKey = createScrollKey();
  scrollKey(at('a', '/reports'));
  expect(scrollKey(at('b', '/store'))).toBe('b');
  expect(scrollKey(at('c', '/store'))).toBe('c');
});

test('Back restores the earlier key', () => {
  const scrollKey = createScrollKey();
  scrollKey(at('a', '/reports'));
  scrollKey(at('b', '/reports', '?topic=Equity'));
  scrollKey(at('c', '/store'));
  expect(scrollKey(at('b', '/reports', '?topic=Equity'))).toBe('a');
});

import { expect, test } from 'vitest';
import { fileSize } from './file-size';

test.each([
  [1, '1 KB'],
  [840_000, '820 KB'],
  [1_470_000, '1.4 MB'],
  [5 * 1024 * 1024, '5.0 MB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});

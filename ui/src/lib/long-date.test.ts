import { expect, test } from 'vitest';
import { longDate } from './long-date';

test.each([
  ['2025-06-12', 'June 12, 2025'],
  ['2024-08-07', 'August 7, 2024'],
  ['2025-01-31', 'January 31, 2025'],
])('%s is %s', (day, words) => {
  expect(longDate(day)).toBe(words);
});

import { expect, test } from 'vitest';
import { waitInWords } from './waits';

test.each([
  [null, 'in a few minutes'],
  [0, 'in a minute'],
  [60, 'in a minute'],
  [61, 'in about 2 minutes'],
  [180, 'in about 3 minutes'],
  [3_540, 'in about 59 minutes'],
  [3_541, 'in about an hour'],
  [3_600, 'in about an hour'],
  [3_601, 'in about 2 hours'],
  [86_400, 'in about 24 hours'],
])('%o seconds are "%s"', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});

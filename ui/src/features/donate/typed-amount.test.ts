import { expect, test } from 'vitest';
import { typedAmount } from './ways-to-give';

test.each([
  ['75', '$75'],
  [' $1250 ', '$1,250'],
  ['1,250', '$1,250'],
  ['75.5', '$75.50'],
  ['0.50', '$0.50'],
  ['1000000', '$1,000,000'],
])('%j is an amount', (text, amount) => expect(typedAmount(text)).toBe(amount));

test.each(['', '0', '0.00', '-5', '12,50', '7.505', '1e3', '1e9', '1000001', 'abc'])(
  '%j is not an amount',
  (text) => expect(typedAmount(text)).toBeUndefined(),
);

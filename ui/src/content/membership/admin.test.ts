import { expect, test } from 'vitest';
import { admin } from './admin';

test('the position in a list of one application is in the singular', () => {
  const { listed, position } = admin.detail;
  expect(position(1, '1', listed('1'))).toBe('1 of 1 application');
  expect(position(1, '1,000', listed('1,000'))).toBe('1 of 1,000 applications');
});

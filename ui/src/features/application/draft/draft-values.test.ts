import { expect, expectTypeOf, test } from 'vitest';
import type { DraftFields } from '../../../api/draft';
import { fieldNames } from '../../../content/membership/application-fields';
import { isEmpty, noValues, parseValues, toFields, type DraftValues } from './draft-values';

const values = { school_district: 'Lake County', subjects_taught: ['Algebra'], headshot_id: 'a' };

test('a draft contains the photo and every answered field', () => {
  expectTypeOf<keyof DraftValues>().toEqualTypeOf<keyof DraftFields>();
  expect(Object.keys(noValues)).toEqual([...fieldNames, 'headshot_id']);
  expect(toFields({ ...noValues, ...values })).toEqual(values);
  expect(isEmpty(noValues)).toBe(true);
  expect(isEmpty({ ...noValues, ...values })).toBe(false);
});

test('unknown and malformed values are dropped', () => {
  expect(
    parseValues({ ...values, city: null, state: 7, zip_code: { to: '3' }, moon: 'full' }),
  ).toEqual(values);
  expect(parseValues({ subjects_taught: [7] })).toEqual({});
  for (const malformed of [null, undefined, 'text', 7, [1]])
    expect(parseValues(malformed)).toEqual({});
});

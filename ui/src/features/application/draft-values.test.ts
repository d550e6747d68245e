import { expect, expectTypeOf, test } from 'vitest';
import type { DraftFields } from '../../api/draft';
import { fieldNames, fieldOf } from '../../content/membership/application-fields';
import {
  changesBetween,
  fromFields,
  isEmpty,
  merge,
  noValues,
  parseChanges,
  sendable,
  sideOf,
  toFields,
  type DraftValues,
} from './draft-values';

const some: DraftValues = {
  ...noValues,
  school_district: 'Lake County',
  subjects_taught: ['Algebra'],
  headshot_id: 'photo-1',
};

test('each field of the form and the photo are saved, empty ones left out', () => {
  expectTypeOf<keyof DraftValues>().toEqualTypeOf<keyof DraftFields>();
  expect(Object.keys(noValues)).toEqual([...fieldNames, 'headshot_id']);
  expect(toFields(some)).toEqual({
    school_district: 'Lake County',
    subjects_taught: ['Algebra'],
    headshot_id: 'photo-1',
  });
  expect(fromFields(toFields(some))).toEqual(some);
  expect(isEmpty(noValues)).toBe(true);
  expect(isEmpty(some)).toBe(false);
});

test('what is odd in a saved draft reads as empty', () => {
  expect(
    fromFields({ school_district: 7, subjects_taught: 'Algebra', city: null, moon: 'full' }),
  ).toEqual(noValues);
});

test('changes hold both sides, and nothing that is the same', () => {
  const changes = changesBetween(noValues, some);
  expect(Object.keys(changes)).toEqual(['school_district', 'subjects_taught', 'headshot_id']);
  expect(sideOf(changes, 'from')).toEqual(noValues);
  expect(sideOf(changes, 'to')).toEqual(some);
  expect(changesBetween(some, { ...some, subjects_taught: ['Algebra'] })).toEqual({});
});

test('what waited in a tab is taken only as far as it is in order', () => {
  const changes = changesBetween(noValues, some);
  expect(parseChanges(JSON.parse(JSON.stringify(changes)))).toEqual(changes);
  for (const odd of [null, 'text', 7, [1]]) expect(parseChanges(odd)).toEqual({});
  expect(
    parseChanges({ city: null, state: { from: '' }, moon: { from: '', to: 'full' }, ...changes }),
  ).toEqual(changes);
  expect(parseChanges({ subjects_taught: { from: [], to: [7] } })).toEqual({});
});

test('two devices that filled in two fields keep both', () => {
  const changes = changesBetween(noValues, { ...noValues, city: 'Tampa' });
  const { values, contested } = merge(some, changes);
  expect(values).toEqual({ ...some, city: 'Tampa' });
  expect(contested).toEqual({});
});

test('where two devices answered the same question, the answer from here stands and the other is at hand', () => {
  const changes = changesBetween(some, { ...some, school_district: 'Polk County' });
  const { values, contested } = merge({ ...some, school_district: 'Orange County' }, changes);
  expect(values.school_district).toBe('Polk County');
  expect(contested).toEqual({ school_district: 'Orange County' });
});

test('an answer saved by a request whose response was lost is nobody else’s', () => {
  const [before, sent, now] = ['Lake', 'Lake Cou', 'Lake County'].map((school_district) => ({
    ...noValues,
    school_district,
  })) as [DraftValues, DraftValues, DraftValues];
  const changes = changesBetween(before, now, sent);
  for (const saved of [before, sent, now]) {
    expect(merge(saved, changes)).toEqual({ values: now, contested: {} });
  }
});

test('a value that is too long is held back, and the saved one is not erased', () => {
  for (const name of fieldNames) {
    const { kind, most } = fieldOf(name);
    const of = (length: number) => (kind === 'list' ? ['𝔸'.repeat(length)] : '𝔸'.repeat(length));
    const values = (length: number): DraftValues => ({ ...some, [name]: of(length) });
    expect(sendable(values(most), some, new Map())).toEqual(values(most));
    expect(sendable(values(most + 1), some, new Map())).toEqual(some);
  }
});

test('a value that the server refused is held back until it changes', () => {
  const refused = new Map([['city' as const, 'Tam\u0000pa']]);
  expect(sendable({ ...some, city: 'Tam\u0000pa' }, some, refused)).toEqual(some);
  expect(sendable({ ...some, city: 'Tampa' }, some, refused)).toEqual({ ...some, city: 'Tampa' });
});

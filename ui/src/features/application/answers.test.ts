import { describe, expect, test } from 'vitest';
import { exampleApplication } from '../../../test/api/example-application';
import { fieldNames, fieldOf } from '../../content/membership/application-fields';
import {
  type Answers,
  answersSchema,
  fieldOfPointer,
  furthestStep,
  missingIn,
  noAnswers,
  toRequest,
  withSubject,
} from './answers';

const complete: Answers = exampleApplication;

describe('missing fields', () => {
  test('are the required ones that are blank', () => {
    expect(missingIn(1, { ...noAnswers, teaching_position: 'Teacher' })).toEqual([
      'teaching_experience',
      'school_district',
    ]);
    expect(missingIn(2, { ...complete, zip_code: '   ', address_line2: '' })).toEqual(['zip_code']);
  });
  test('the furthest step is the first incomplete one', () => {
    expect(furthestStep(noAnswers)).toBe(1);
    expect(furthestStep({ ...complete, city: '' })).toBe(2);
    expect(furthestStep({ ...complete, t_shirt_size: '' })).toBe(3);
  });
});

test('subjects in another case are added, and blank ones are not', () => {
  expect(withSubject(['Algebra'], 'algebra')).toEqual(['Algebra', 'algebra']);
  expect(withSubject(['Algebra'], '   ')).toEqual(['Algebra']);
});

describe('the whole form', () => {
  test.each(['1899-12-31', '2999-01-01'])('a date of birth of %s is refused', (date_of_birth) => {
    expect(answersSchema.safeParse({ ...complete, date_of_birth }).success).toBe(false);
  });
  test('a size that is no longer offered is refused at its field', () => {
    const { error } = answersSchema.safeParse({ ...complete, t_shirt_size: 'XXS' });
    expect(error?.issues).toMatchObject([
      { path: ['t_shirt_size'], message: 'Choose a T-shirt size' },
    ]);
  });
  test.each(fieldNames.filter((name) => fieldOf(name).kind !== 'list'))(
    "a %s above the server's limit is refused before a request",
    (name) => {
      const refuses = (length: number) =>
        answersSchema
          .safeParse({ ...complete, [name]: '𝔸'.repeat(length) })
          .error?.issues.some(({ message }) => message.includes('at most')) ?? false;
      expect(refuses(fieldOf(name).most)).toBe(false);
      expect(refuses(fieldOf(name).most + 1)).toBe(true);
    },
  );
  test('an empty second address line is not sent', () => {
    expect(toRequest({ ...complete, address_line2: ' ' }, undefined)).not.toHaveProperty(
      'address_line2',
    );
    expect(toRequest(complete, undefined)).toHaveProperty('address_line2');
  });
});

test("the server's JSON pointers map to fields", () => {
  expect(fieldOfPointer('/subjects_taught/2')).toBe('subjects_taught');
  expect(fieldOfPointer('/nothing_known')).toBeNull();
  expect(fieldOfPointer('')).toBeNull();
});

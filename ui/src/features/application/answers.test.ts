import { describe, expect, expectTypeOf, test } from 'vitest';
import openapi from '../../../../openapi.json';
import { exampleApplication } from '../../../test/api/example-application';
import type { SubmitApplicationRequest } from '../../api/applications';
import {
  type FieldName,
  fieldNames,
  fieldOf,
  fieldsOf,
} from '../../content/membership/application-fields';
import {
  type Answers,
  answersSchema,
  fieldOfPointer,
  furthestStep,
  missingIn,
  noAnswers,
  stepOf,
  toRequest,
  withSubject,
} from './answers';

const complete: Answers = exampleApplication;

test('the form and the API have the same fields', () => {
  expectTypeOf<FieldName | 'headshot_id'>().toEqualTypeOf<keyof SubmitApplicationRequest>();
  expect(Object.keys(noAnswers)).toEqual(fieldNames);
  expect(Object.keys(complete)).toEqual(fieldNames);
});

describe('missing fields', () => {
  test.each([1, 2, 3] as const)(
    'step %i requires the fields that the API requires; subjects may be empty',
    (step) => {
      const { required } = openapi.components.schemas.SubmitApplicationRequest;
      expect(missingIn(step, noAnswers)).toEqual(
        fieldsOf(step).filter((name) => name !== 'subjects_taught' && required.includes(name)),
      );
    },
  );
  test('a blank field is missing', () => {
    expect(missingIn(1, { ...complete, school_district: '   ' })).toEqual(['school_district']);
  });
  test('the furthest step is the first incomplete one', () => {
    expect(furthestStep(noAnswers)).toBe(1);
    expect(furthestStep({ ...complete, city: '' })).toBe(2);
    expect(furthestStep({ ...complete, t_shirt_size: '' })).toBe(3);
  });
});

describe('subjects', () => {
  test('are trimmed and added once', () => {
    expect(withSubject([], '  Algebra ')).toEqual(['Algebra']);
    expect(withSubject(['Algebra'], 'Algebra ')).toEqual(['Algebra']);
    expect(withSubject(['Algebra'], 'algebra')).toEqual(['Algebra', 'algebra']);
  });
  test('are not added when blank', () => {
    expect(withSubject(['Algebra'], '   ')).toEqual(['Algebra']);
  });
});

describe('the whole form', () => {
  test('accepts complete answers', () => {
    expect(answersSchema.safeParse(complete).success).toBe(true);
  });
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

test("the server's JSON pointers map to fields and steps", () => {
  expect(fieldOfPointer('/subjects_taught/2')).toBe('subjects_taught');
  expect(fieldOfPointer('/nothing_known')).toBeNull();
  expect(fieldOfPointer('')).toBeNull();
  expect(stepOf('subjects_taught')).toBe(1);
  expect(stepOf('zip_code')).toBe(2);
  expect(stepOf('t_shirt_size')).toBe(3);
});

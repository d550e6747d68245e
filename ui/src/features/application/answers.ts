/** The answers in the application form: type, validation, missing fields and request. */
import * as z from 'zod/mini';
import type { SubmitApplicationRequest } from '../../api/applications';
import { application } from '../../content/membership/application';
import {
  applicationFields,
  fieldNames,
  fieldOf,
  fieldsOf,
  tShirtSizes,
  type FieldName,
  type Step,
} from '../../content/membership/application-fields';
import { answerText, dayOf } from '../../lib/format';

export type Answers = {
  [Name in FieldName]: (typeof applicationFields)[Name]['kind'] extends 'list' ? string[] : string;
};

type Answer = Parameters<typeof answerText>[0];

const EARLIEST_BIRTH = '1900-01-01';
export const birthDateBounds = () => ({ min: EARLIEST_BIRTH, max: dayOf(new Date()) });

const words = application.problems;

/** In code points, as on the server. */
export const lengthOf = (text: string): number => [...text].length;

type Size = (typeof tShirtSizes)[number];
const isSize = (text: string): text is Size => tShirtSizes.some((size) => size === text);

function checked(name: FieldName) {
  const { kind, label, most, optional } = fieldOf(name);
  if (kind === 'list') return z.array(z.string());
  return z.string().check(
    // A draft may contain a size that is no longer offered. The field shows it as empty.
    z.refine((text) => kind !== 'choice' || isSize(text), words.noSize),
    z.refine(
      (text) => kind === 'choice' || optional === true || text.trim() !== '',
      words.blank(label.toLowerCase().replace('zip', 'ZIP')),
    ),
    z.refine((text) => lengthOf(text) <= most, {
      error: ({ input }) => words.tooLong(label, most, lengthOf(String(input)) - most),
    }),
    z.refine((text) => {
      const { min, max } = birthDateBounds();
      return kind !== 'date' || text === '' || (text >= min && text <= max);
    }, words.noBirthDate),
  );
}

const forEachField = <Value>(make: (name: FieldName) => Value) =>
  Object.fromEntries(fieldNames.map((name) => [name, make(name)]));

export const answersSchema = z.object(forEachField(checked)) as unknown as z.ZodMiniType<
  Answers,
  Answers
>;

export const noAnswers = forEachField((name) =>
  fieldOf(name).kind === 'list' ? [] : '',
) as unknown as Answers;

export const stepOf = (name: FieldName): Step => fieldOf(name).step;

/** The required fields in a step that are still blank. */
export const missingIn = (step: Step, answers: Answers): readonly FieldName[] =>
  fieldsOf(step).filter(
    (name) => fieldOf(name).optional !== true && String(answers[name]).trim() === '',
  );

/** The questions of a step with their answers, for a list. */
export const factsOf = (step: Step, answers: Record<FieldName, Answer>) =>
  fieldsOf(step).map((name) => {
    const { label, kind } = fieldOf(name);
    return [label, answerText(answers[name], kind)] as const;
  });

/** Incomplete steps cannot be skipped. */
export const furthestStep = (answers: Answers): Step =>
  ([1, 2] as const).find((step) => missingIn(step, answers).length > 0) ?? 3;

/** The field for a pointer such as `/zip_code` or `/subjects_taught/2`; null for other pointers. */
export function fieldOfPointer(pointer: string): FieldName | null {
  const name = pointer.split('/')[1] ?? '';
  return name in applicationFields ? (name as FieldName) : null;
}

export function toRequest(
  answers: Answers,
  headshotId: string | undefined,
): SubmitApplicationRequest {
  const { address_line2, ...rest } = answers;
  return {
    ...rest,
    // The schema has validated it.
    t_shirt_size: answers.t_shirt_size as Size,
    ...(address_line2.trim() === '' ? {} : { address_line2 }),
    ...(headshotId === undefined ? {} : { headshot_id: headshotId }),
  };
}

/** Returns the same list if it is full, or if the subject is blank or already listed. */
export function withSubject(subjects: readonly string[], typed: string): readonly string[] {
  const subject = typed.trim();
  const isFull = subjects.length >= applicationFields.subjects_taught.mostEntries;
  return subject === '' || isFull || subjects.includes(subject) ? subjects : [...subjects, subject];
}

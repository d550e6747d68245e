/** The answers of the application form: their shape, which step asks for which, and what is still missing. Pure. */
import * as z from 'zod/mini';
import type { SubmitApplicationRequest } from '../../api/applications';
import { application, tShirtSizes } from '../../content/application';

const { fields } = application;

export type FieldName = keyof typeof fields;
export type Step = 1 | 2 | 3;

const EARLIEST_BIRTH = '1900-01-01';
/** Today where the person is, as the date input wants it. */
export const today = (): string => {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};
export const birthDateBounds = () => ({ min: EARLIEST_BIRTH, max: today() });

/** Non-blank, and no longer than the server takes; counted in code points as it does. */
const required = (name: FieldName, most: number) =>
  z.string().check(
    z.refine((text) => text.trim() !== '', `Enter ${fields[name]}`),
    z.refine(
      (text) => [...text].length <= most,
      `${fields[name]} can have at most ${most} characters`,
    ),
  );

const schemas = {
  1: z.object({
    teaching_experience: required('teaching_experience', 5000),
    teaching_position: required('teaching_position', 200),
    school_district: required('school_district', 200),
    subjects_taught: z.array(z.string()),
  }),
  2: z.object({
    date_of_birth: required('date_of_birth', 10).check(
      z.refine(
        (date) => date === '' || (date >= EARLIEST_BIRTH && date <= today()),
        'Enter a Date of Birth from 1900 to today',
      ),
    ),
    address_line1: required('address_line1', 200),
    address_line2: z
      .string()
      .check(z.maxLength(200, `${fields.address_line2} can have at most 200 characters`)),
    city: required('city', 100),
    state: required('state', 50),
    zip_code: required('zip_code', 20),
    phone: required('phone', 32),
  }),
  3: z.object({ t_shirt_size: required('t_shirt_size', 3) }),
};

export const answersSchema = z.object({
  ...schemas[1].shape,
  ...schemas[2].shape,
  ...schemas[3].shape,
});

export type Answers = z.infer<typeof answersSchema>;

export const noAnswers: Answers = {
  teaching_experience: '',
  teaching_position: '',
  school_district: '',
  subjects_taught: [],
  date_of_birth: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state: '',
  zip_code: '',
  phone: '',
  t_shirt_size: '',
};

export const fieldsOf: Record<Step, readonly FieldName[]> = {
  1: ['teaching_experience', 'teaching_position', 'school_district', 'subjects_taught'],
  2: ['date_of_birth', 'address_line1', 'address_line2', 'city', 'state', 'zip_code', 'phone'],
  3: ['t_shirt_size'],
};

const OPTIONAL: readonly FieldName[] = ['subjects_taught', 'address_line2'];
export const isRequired = (name: FieldName): boolean => !OPTIONAL.includes(name);

export const stepOf = (name: FieldName): Step =>
  fieldsOf[1].includes(name) ? 1 : fieldsOf[2].includes(name) ? 2 : 3;

/** The required fields of a step that are still blank: while there are any, its button is disabled. */
export const missingIn = (step: Step, answers: Answers): readonly FieldName[] =>
  fieldsOf[step].filter((name) => isRequired(name) && String(answers[name]).trim() === '');

/** The furthest step that may be opened: one cannot skip what is incomplete. */
export const furthestStep = (answers: Answers): Step =>
  missingIn(1, answers).length > 0 ? 1 : missingIn(2, answers).length > 0 ? 2 : 3;

/** `/zip_code` and `/subjects_taught/2` name the fields zip_code and subjects_taught. */
export function fieldOfPointer(pointer: string): FieldName | null {
  const name = pointer.split('/')[1] ?? '';
  return name in fields ? (name as FieldName) : null;
}

const isSize = (size: string): size is SubmitApplicationRequest['t_shirt_size'] =>
  tShirtSizes.some((known) => known === size);

/** What is sent. An empty second address line and a missing photo are left out. Null while no size is chosen. */
export function toRequest(
  answers: Answers,
  headshotId: string | undefined,
): SubmitApplicationRequest | null {
  const { address_line2, t_shirt_size, ...rest } = answers;
  if (!isSize(t_shirt_size)) return null;
  return {
    ...rest,
    t_shirt_size,
    ...(address_line2.trim() === '' ? {} : { address_line2 }),
    ...(headshotId === undefined ? {} : { headshot_id: headshotId }),
  };
}

/** A subject counts only non-blank after trimming and not already listed; otherwise the list stays as it is. */
export function withSubject(subjects: readonly string[], typed: string): readonly string[] {
  const subject = typed.trim();
  return subject === '' || subjects.includes(subject) ? subjects : [...subjects, subject];
}

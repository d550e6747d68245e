/**
 * The fields of the membership application, in the order of the form. The wizard, its validation, the review of answers
 * and the administrator's view derive from this list. Tests compare it with the API.
 */
export const tShirtSizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const;

export const STEPS = [1, 2, 3] as const;
export type Step = (typeof STEPS)[number];

export interface ApplicationField {
  label: string;
  step: Step;
  kind: 'line' | 'phone' | 'text' | 'list' | 'date' | 'choice';
  /** Maximum length in code points, as on the server. For a list, it applies to each entry. */
  most: number;
  /** Maximum number of entries of a list. */
  mostEntries?: number;
  optional?: true;
  hint?: string;
  /** The `autocomplete` token. */
  autoComplete?: string;
  /** The on-screen keypad of a phone. Letters and hyphens can still be pasted. */
  inputMode?: 'numeric';
  /** Width from 640 px up, in fifths of the row. The default is five. */
  columns?: 1 | 2;
}

export const applicationFields = {
  teaching_experience: {
    label: 'Teaching Experience',
    step: 1,
    kind: 'text',
    most: 5000,
    hint: 'Where, what and for how long you have taught. We look for a range of experience and places. About 200 words are enough.',
  },
  teaching_position: {
    label: 'Current Teaching Position',
    step: 1,
    kind: 'line',
    most: 200,
    autoComplete: 'organization-title',
  },
  school_district: { label: 'School District', step: 1, kind: 'line', most: 200 },
  subjects_taught: {
    label: 'Subjects Taught',
    step: 1,
    kind: 'list',
    most: 100,
    mostEntries: 20,
    optional: true,
    hint: 'Type a subject, then press Add or Enter.',
  },
  date_of_birth: {
    label: 'Date of Birth',
    step: 2,
    kind: 'date',
    most: 10,
    autoComplete: 'bday',
  },
  address_line1: {
    label: 'Address Line 1',
    step: 2,
    kind: 'line',
    most: 200,
    autoComplete: 'address-line1',
  },
  address_line2: {
    label: 'Address Line 2',
    step: 2,
    kind: 'line',
    most: 200,
    optional: true,
    hint: 'Optional',
    autoComplete: 'address-line2',
  },
  city: {
    label: 'City',
    step: 2,
    kind: 'line',
    most: 100,
    autoComplete: 'address-level2',
    columns: 2,
  },
  state: {
    label: 'State',
    step: 2,
    kind: 'line',
    most: 50,
    autoComplete: 'address-level1',
    columns: 2,
  },
  zip_code: {
    label: 'ZIP Code',
    step: 2,
    kind: 'line',
    most: 20,
    autoComplete: 'postal-code',
    inputMode: 'numeric',
    columns: 1,
  },
  phone: { label: 'Phone Number', step: 2, kind: 'phone', most: 32, autoComplete: 'tel' },
  t_shirt_size: { label: 'T-Shirt Size', step: 3, kind: 'choice', most: 3 },
} as const satisfies Record<string, ApplicationField>;

export type FieldName = keyof typeof applicationFields;

export const fieldNames = Object.keys(applicationFields) as FieldName[];

export const fieldOf = (name: FieldName): ApplicationField => applicationFields[name];

export const fieldsOf = (step: Step): readonly FieldName[] =>
  fieldNames.filter((name) => applicationFields[name].step === step);

/** Administrators open these answers separately, and each opening is logged. */
export const personalNames = [
  'date_of_birth',
  'address_line1',
  'address_line2',
  'zip_code',
  'phone',
] as const satisfies readonly FieldName[];

export type PersonalName = (typeof personalNames)[number];

export const isPersonal = (name: string): name is PersonalName =>
  (personalNames as readonly string[]).includes(name);

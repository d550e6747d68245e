import { render, screen } from '@testing-library/react';
import { expect, expectTypeOf, test } from 'vitest';
import { detail } from '../../../../test/api/mock-api';
import type { ApplicationDetail } from '../../../api/review/applications';
import {
  applicationFields,
  fieldNames,
  type FieldName,
} from '../../../content/membership/application-fields';
import { ApplicationSheet } from './application-sheet';
import { PersonalData } from './personal-data';

test('shows the answer to every field under its label', () => {
  const answers = Object.fromEntries(
    fieldNames.map((name) => [name, name === 'subjects_taught' ? [name] : `<${name}>`]),
  );
  const application = { ...detail(), ...answers };
  const personal = { isBlind: false, isOpen: true, data: application, hasFailed: false };
  const acts = { open: () => undefined, retry: () => undefined };
  render(
    <>
      <ApplicationSheet application={application} changed={new Set()} search="" />
      <PersonalData personal={{ ...personal, ...acts }} changed={new Set()} isRecorded />
    </>,
  );
  for (const name of fieldNames) {
    const label = screen.getByText(applicationFields[name].label, { selector: 'dt' });
    expect(label.nextElementSibling?.textContent).toContain(name);
  }
});

test.each([[[]], [['teaching_experience']]] as const)(
  'the words of a search are marked in the experience, changed: %o',
  (changed) => {
    const application = { ...detail(), teaching_experience: 'Six years.' };
    const { container } = render(
      <ApplicationSheet application={application} changed={new Set(changed)} search="year" />,
    );
    expect(container.querySelector('mark')?.textContent).toBe('years');
  },
);

test('the API returns no other members', () => {
  type Known =
    | FieldName
    | 'id'
    | 'user_id'
    | 'status'
    | 'submitted_at'
    | 'reviewed_at'
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'headshot_id'
    | 'headshot_url'
    | 'note'
    | 'decided_by'
    | 'similar'
    | 'messages'
    | 'version'
    | 'change_request';
  expectTypeOf<keyof ApplicationDetail>().toEqualTypeOf<Known>();
});

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

test('shows the answer to every field under its label', () => {
  const answers = Object.fromEntries(
    fieldNames.map((name) => [name, name === 'subjects_taught' ? [name] : `<${name}>`]),
  );
  render(<ApplicationSheet application={{ ...detail(), ...answers }} changed={new Set()} />);
  for (const name of fieldNames) {
    const label = screen.getByText(applicationFields[name].label, { selector: 'dt' });
    expect(label.nextElementSibling?.textContent).toContain(name);
  }
});

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

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { Alert } from '../feedback/alert';
import { ChipList } from './chip-list';
import { ErrorSummary } from './error-summary';
import { CheckboxField, SelectField, TextAreaField, TextField } from './fields';
import { PasswordField } from './password-field';
import { ProgressBar } from '../feedback/progress-bar';

test('the accessible name of a field is its label, and hint and error describe it', () => {
  render(<TextField label="City" hint="Where you live" error="Enter a city" required />);
  const field = screen.getByLabelText('City');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Where you live',
    'Enter a city',
  ]);
});

test.each([TextField, PasswordField, CheckboxField, TextAreaField])(
  'a field keeps the description that its form adds',
  (Field) => {
    const props = { label: 'City', error: 'Enter a city', 'aria-describedby': 'rules' };
    render(<Field {...props} />);
    const field = screen.getByLabelText('City');
    expect(field.getAttribute('aria-describedby')).toBe(`${field.id}-error rules`);
  },
);

test('a shown password is hidden again when its form is submitted', async () => {
  render(
    <form onSubmit={(event) => event.preventDefault()}>
      <PasswordField label="Password" name="password" />
      <button type="submit">Send</button>
    </form>,
  );
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('type')).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.getAttribute('type')).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(field.getAttribute('type')).toBe('password');
});

test('the remove button of a chip names the chip', async () => {
  const removed: string[] = [];
  render(<ChipList label="Subjects" items={['Art']} onRemove={(item) => removed.push(item)} />);
  expect(screen.getAllByText(/Art/)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Art' }));
  expect(removed).toEqual(['Art']);
});

test('the error summary takes the focus at each attempt and links to the field', async () => {
  const faults = [{ fieldId: 'city', message: 'Enter a city' }];
  const form = (attempt: number) => (
    <>
      <ErrorSummary faults={faults} attempt={attempt} />
      <TextField label="City" id="city" />
    </>
  );
  const { rerender } = render(form(1));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  await userEvent.click(screen.getByRole('link', { name: 'Enter a city' }));
  expect(document.activeElement).toBe(screen.getByLabelText('City'));
  rerender(form(2));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('the form fields are accessible', async () => {
  const { container } = render(
    <>
      <TextField label="City" error="Enter a city" required />
      <TextAreaField label="Experience" hint="In a few words" />
      <SelectField label="Size" placeholder="Choose" options={[{ value: 'S', label: 'S' }]} />
      <CheckboxField label="Do not show again" hint="Kept on this device" />
      <PasswordField label="Password" />
      <ProgressBar label="Progress" value={1} max={3} />
      <Alert variant="destructive" title="Not sent">
        Try again
      </Alert>
    </>,
  );
  await expectAccessible(container);
});

import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CheckboxField, TextAreaField, TextField } from './fields';
import { PasswordField } from './password-field';

test.each([TextField, PasswordField, CheckboxField, TextAreaField])(
  'the name of a field is its label, and its hint, its error and the description of its form describe it',
  (Field) => {
    const texts = { label: 'City', hint: 'Where you live', error: 'Enter a city' };
    render(<Field {...texts} aria-describedby="rules" />);
    const field = screen.getByLabelText('City');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.pop()).toBe('rules');
    const shown = described.map((id) => document.getElementById(id)?.textContent);
    expect(shown).toEqual(['Where you live', 'Enter a city']);
  },
);

// Opens /apply and fills the form, for the tests of its page and its feature.
import { fireEvent, screen } from '@testing-library/react';
import { ApplyPage } from '../src/pages/apply/apply-page';
import { renderPage } from './msw-screen';

export const nothingPending = {
  items: [],
  total: 0,
  limit: 1,
  offset: 0,
  next_cursor: null,
  prev_cursor: null,
};
export const receipt = {
  id: 'app-1',
  status: 'pending',
  submitted_at: '2026-03-05T10:00:00Z',
} as const;

export const open = (at: string | string[] = '/apply') => renderPage(ApplyPage, '/apply', at);
export type View = ReturnType<typeof open>;

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const expectHeading = (name: string) => screen.findByRole('heading', { name });
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const set = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });

export function fillStep1() {
  set('Teaching Experience', 'Ten years of algebra');
  set('Current Teaching Position', 'Teacher');
  set('School District', 'Lake County');
}

export function fillStep2() {
  set('Date of Birth', '1980-02-29');
  set('Address Line 1', '1 Elm Street');
  set('City', 'Orlando');
  set('State', 'Florida');
  set('ZIP Code', '32801');
  set('Phone Number', '555 0100');
}

export async function reachStep3({ user }: View) {
  await expectHeading('Professional Information');
  fillStep1();
  await user.click(button('Next'));
  await expectHeading('Personal Information');
  fillStep2();
  await user.click(button('Next'));
  await expectHeading('Additional Information');
  await user.selectOptions(field('T-Shirt Size'), 'M');
}

import { fireEvent, screen } from '@testing-library/react';
import {
  applicationFields,
  fieldsOf,
  type Step,
} from '../../src/content/membership/application-fields';
import { ApplyPage } from '../../src/pages/apply/apply-page';
import { exampleApplication } from './example-application';
import { renderPage } from '../screens/render-page';

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
  reviewed_at: null,
} as const;

export const open = (at: string | string[] = '/apply') => renderPage(ApplyPage, '/apply', at);
export type View = ReturnType<typeof open>;

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const expectHeading = (name: string) => screen.findByRole('heading', { name });
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const set = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });

export function fillStep(step: Step) {
  for (const name of fieldsOf(step)) {
    if (name !== 'subjects_taught') set(applicationFields[name].label, exampleApplication[name]);
  }
}

export async function reachStep3({ user }: View) {
  await expectHeading('Professional Information');
  fillStep(1);
  await user.click(button('Next'));
  await expectHeading('Personal Information');
  fillStep(2);
  await user.click(button('Next'));
  await expectHeading('Additional Information');
  fillStep(3);
}

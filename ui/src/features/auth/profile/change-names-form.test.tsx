import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { deferred } from '../../../../test/deferred';
import { currentUser, problem, serve, serveApi } from '../../../../test/api/mock-api';
import { ChangeNamesForm } from './change-names-form';

serveApi();

const ada = currentUser(['applicant']);
const first = () => screen.getByLabelText<HTMLInputElement>('First Name');
const last = () => screen.getByLabelText<HTMLInputElement>('Last Name');
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save your name' });

function open() {
  const view = render(<ChangeNamesForm profile={ada} />);
  const user = userEvent.setup();
  const type = async (field: HTMLInputElement, name: string) => {
    await user.clear(field);
    await user.type(field, name);
  };
  return { ...view, user, type };
}

/** Merges the sent names into names stored by another tab. Responds when `answer` is called. */
function serveNames(elsewhere: Partial<typeof ada> = {}) {
  const sent: unknown[] = [];
  const answer = deferred();
  serve('patch /api/users/me', async (_, { request }) => {
    const names = (await request.json()) as Partial<typeof ada>;
    sent.push(names);
    await answer.promise;
    const first_name = names.first_name ?? ada.first_name;
    return HttpResponse.json({ ...ada, ...elsewhere, ...names, first_name: `${first_name}.` });
  });
  return { sent, answer: answer.resolve };
}

test('a change from another tab updates only the field without edits', async () => {
  const { rerender, type } = open();
  await type(first(), 'Augusta');
  rerender(<ChangeNamesForm profile={{ ...ada, first_name: 'Annabella', last_name: 'King' }} />);
  expect(last().value).toBe('King');
  expect(first().value).toBe('Augusta');
});

test('only the edited name is sent, and both fields show the stored names', async () => {
  const { sent, answer } = serveNames({ last_name: 'King' });
  const { user, type } = open();
  await type(first(), 'Augusta');
  act(answer);
  await user.click(save());
  await screen.findByText('We saved your name.');
  expect(sent).toEqual([{ first_name: 'Augusta' }]);
  expect(first().value).toBe('Augusta.');
  expect(last().value).toBe('King');
});

test('input during the request is kept for the next save', async () => {
  const { sent, answer } = serveNames();
  const { user, type } = open();
  await type(first(), 'Augusta');
  await user.click(save());
  await type(last(), 'King');
  act(answer);
  await screen.findByText('We saved your name.');
  expect(first().value).toBe('Augusta.');
  expect(last().value).toBe('King');
  await user.click(save());
  await expect.poll(() => sent).toEqual([{ first_name: 'Augusta' }, { last_name: 'King' }]);
});

test('the first refused name gets the focus', async () => {
  const refused = (field: string) => ({ field, code: 'too_long', detail: `${field} is too long.` });
  serve('patch /api/users/me', () =>
    problem(422, 'validation_failed', 'Please check the form.', {
      errors: [refused('/last_name'), refused('/first_name')],
    }),
  );
  const { user, type } = open();
  await type(first(), 'Augusta');
  await type(last(), 'King');
  await user.click(save());
  expect(await screen.findByText('/first_name is too long.')).toBeTruthy();
  expect(screen.getByText('/last_name is too long.')).toBeTruthy();
  expect(document.activeElement).toBe(first());
  expect(screen.getByRole('alert').textContent).toBe('Please check the form.');
});

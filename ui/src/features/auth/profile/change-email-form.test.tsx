import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferred } from '../../../../test/deferred';
import { expectAccessible } from '../../../../test/screens/axe';
import { notFresh } from '../../../../test/api/account-page';
import { checkEmail, problem, serve, tooMany } from '../../../../test/api/mock-api';
import { button, renderPage } from '../../../../test/screens/render-page';
import { signedInAs, withRealSession } from '../../../../test/api/real-session';
import { ChangeEmailForm } from './change-email-form';

withRealSession();

const Form = () => <ChangeEmailForm current="ada@example.com" />;
const next = () => screen.getByLabelText<HTMLInputElement>('New email address');
const password = () => screen.getByLabelText<HTMLInputElement>('Account password');
const begin = async () => {
  await signedInAs('applicant');
  return renderPage(Form, '/account');
};
const fill = async ({ user }: Awaited<ReturnType<typeof begin>>) => {
  await user.type(next(), ' countess@example.com ');
  await user.type(password(), 'Old-Password-1');
  await user.click(button('Change the address'));
};

test('requires both fields, sends one request, and both mails can be resent', async () => {
  const view = await begin();
  await view.user.click(button('Change the address'));
  expect(await screen.findByText('Enter your new email address')).toBeTruthy();
  expect(screen.getByText('Enter your password')).toBeTruthy();
  expect(document.activeElement).toBe(next());
  const changes = serve('put /api/users/me/email', checkEmail);
  const resent = serve('post /api/auth/verifications/resend', checkEmail);
  await view.user.type(next(), ' countess@example.com ');
  await view.user.type(password(), 'Old-Password-1');
  const press = button('Change the address');
  act(() => {
    press.click();
    press.click();
  });
  await screen.findByText('We emailed both addresses.');
  expect(document.activeElement?.textContent).toMatch(/ada@example.com .*countess@example.com/);
  await view.user.click(button('Send both emails again'));
  await screen.findByText(/^If the change is still pending/);
  expect(changes).toEqual([{ email: 'countess@example.com', current_password: 'Old-Password-1' }]);
  expect(resent).toEqual([{ email: 'ada@example.com', purpose: 'change_email' }]);
});

test.each([
  [
    'the current address',
    () =>
      problem(422, 'validation_failed', 'Please check the form.', {
        errors: [{ field: '/email', code: 'same_email', detail: 'This is your address now.' }],
      }),
    'This is your address now.',
    next,
  ],
  [
    'a password above the length limit',
    () =>
      problem(422, 'validation_failed', 'Please check the form.', {
        errors: [{ field: '/current_password', code: 'too_long', detail: 'This is too long.' }],
      }),
    'This is too long.',
    password,
  ],
  [
    'too many attempts',
    tooMany,
    'Too many attempts to change the address. Please try again in about 3 minutes.',
    next,
  ],
])('%s is reported, and the input is kept', async (_, refuse, sentence, focused) => {
  const view = await begin();
  serve('put /api/users/me/email', refuse);
  await fill(view);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(document.activeElement).toBe(focused());
  expect(next().value.trim()).toBe('countess@example.com');
  expect(password().value).toBe('Old-Password-1');
});

test('input during the request is kept', async () => {
  const view = await begin();
  const answer = deferred();
  serve('put /api/users/me/email', () => answer.promise.then(checkEmail));
  await fill(view);
  await view.user.clear(next());
  await view.user.type(next(), 'king@example.com');
  act(answer.resolve);
  await screen.findByText('We emailed both addresses.');
  expect(next().value).toBe('king@example.com');
  expect(password().value).toBe('');
});

test('an account without a password requires a recent sign-in', async () => {
  const { user } = await begin();
  let isRecent = false;
  const sent = serve('put /api/users/me/email', () => (isRecent ? checkEmail() : notFresh()));
  await user.click(button('Change the address'));
  expect(await screen.findByText('Enter your password')).toBeTruthy();
  await user.type(next(), 'countess@example.com');
  await user.click(button('I don’t have a password'));
  expect(screen.queryByLabelText('Account password')).toBeNull();
  expect(sent).toEqual([]);
  await user.click(button('Change the address'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Please sign out, sign in again/);
  expect(next().value).toBe('countess@example.com');
  await expectAccessible();
  isRecent = true;
  await user.click(button('Change the address'));
  expect(await screen.findByText('We emailed both addresses.')).toBeTruthy();
  expect(sent).toEqual([{ email: 'countess@example.com' }, { email: 'countess@example.com' }]);
  await user.click(button('I have a password'));
  await user.type(next(), 'king@example.com');
  await user.click(button('Change the address'));
  expect(await screen.findByText('Enter your password')).toBeTruthy();
  expect(sent).toHaveLength(2);
});

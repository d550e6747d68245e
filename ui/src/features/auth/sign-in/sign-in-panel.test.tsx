import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/screens/axe';
import { checkEmail, problem, serve, tooMany } from '../../../../test/api/mock-api';
import { renderPage } from '../../../../test/screens/render-page';
import { acceptSignIn, withRealSession } from '../../../../test/api/real-session';
import { sessionStore } from '../../../session/browser-session';
import { SignInPanel } from './sign-in-panel';

withRealSession();

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Requests a code for the address in the password form. */
async function requestCode() {
  const requested = serve('post /api/auth/codes', checkEmail);
  const { user } = renderPage(SignInPanel, '/auth');
  await user.type(field('Email'), 'ada@example.com');
  await user.click(button('Email me a sign-in code'));
  expect(document.activeElement).toBe(field('Email'));
  expect(field('Email').value).toBe('ada@example.com');
  await expectAccessible();
  await user.click(button('Send the code'));
  await screen.findByLabelText('Code from the email');
  expect(requested).toEqual([{ email: 'ada@example.com' }]);
  expect(document.activeElement).toBe(field('Code from the email'));
  return user;
}

test('a mailed code signs in, and spaces are ignored', async () => {
  const user = await requestCode();
  expect(screen.getByText(/^If ada@example.com has an account/)).toBeTruthy();
  await expectAccessible();
  const sent = acceptSignIn('post /api/auth/sessions/code', ['applicant']);
  await user.type(field('Code from the email'), '123 456');
  await user.click(button('Sign In'));
  expect(await screen.findByText('Welcome back!')).toBeTruthy();
  expect(sent).toEqual([{ email: 'ada@example.com', code: '123456' }]);
  expect(sessionStore.current().status).toBe('signed-in');
});

test('a refused code stays in its field, and another code can be requested', async () => {
  const user = await requestCode();
  serve('post /api/auth/sessions/code', () => problem(401, 'code_invalid', 'Not this code.'));
  await user.type(field('Code from the email'), '000000');
  await user.click(button('Sign In'));
  expect((await screen.findByRole('alert')).textContent).toBe('Not this code.');
  expect(field('Code from the email').value).toBe('000000');
  expect(document.activeElement).toBe(field('Code from the email'));
  await user.click(button('Send another code'));
  expect(field('Email').value).toBe('ada@example.com');
});

test('the password form does not take the focus', () => {
  renderPage(SignInPanel, '/auth');
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ['ada@example.com', 'Password'],
  ['', 'Email'],
])('returning from the code to the password keeps "%s" and focuses %s', async (typed, focused) => {
  const { user } = renderPage(SignInPanel, '/auth');
  await user.click(button('Email me a sign-in code'));
  if (typed !== '') await user.type(field('Email'), `${typed} `);
  await user.click(button('Sign in with your password'));
  expect(field('Email').value).toBe(typed);
  expect(document.activeElement).toBe(field(focused));
});

test('after too many requested or typed codes, the form names a wait and keeps the input', async () => {
  const user = await requestCode();
  serve('post /api/auth/sessions/code', tooMany);
  serve('post /api/auth/codes', tooMany);
  await user.type(field('Code from the email'), '000000');
  await user.click(button('Sign In'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many attempts with a code. Please try again in about 3 minutes.',
  );
  expect(field('Code from the email').value).toBe('000000');
  await user.click(button('Send another code'));
  await user.click(button('Send the code'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This was requested several times. Please check your mailbox, or try again in about 3 minutes.',
  );
  expect(field('Email').value).toBe('ada@example.com');
});

test('the link for a forgotten password passes on the address', async () => {
  const { user, router } = renderPage(SignInPanel, '/auth');
  await user.type(field('Email'), 'ada@example.com');
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(router.state.location.pathname).toBe('/auth/recover');
  expect(router.state.location.state).toBe('ada@example.com');
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkEmail, serve, tooMany } from '../../../../test/api/mock-api';
import { button, field, renderPage } from '../../../../test/screens/render-page';
import { withRealSession } from '../../../../test/api/real-session';
import { SignInPanel } from './sign-in-form';

withRealSession();

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
  serve('post /api/auth/codes', checkEmail);
  const { user } = renderPage(SignInPanel, '/auth');
  await user.type(field('Email'), 'ada@example.com');
  await user.click(button('Email me a sign-in code'));
  await user.click(button('Send the code'));
  await screen.findByLabelText('Code from the email');
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

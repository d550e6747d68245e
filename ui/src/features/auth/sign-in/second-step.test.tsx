import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { assertion, browserWithPasskeys, withoutPasskeys } from '../../../../test/browser/passkeys';
import { checkEmail, problem, serve, tooMany } from '../../../../test/api/mock-api';
import { button, field, renderPage } from '../../../../test/screens/render-page';
import { acceptSignIn, withRealSession } from '../../../../test/api/real-session';
import { sessionStore } from '../../../session/browser-session';
import { SignInPanel } from './sign-in-form';

withRealSession();
withoutPasskeys();

const app = { id: 'factor-1', factor_type: 'totp', friendly_name: 'Phone' };
const passkey = { id: 'factor-3', factor_type: 'passkey', friendly_name: 'Passkey' };
const tablet = { id: 'factor-2', factor_type: 'totp', friendly_name: 'Tablet' };

const factorRequired = (factors: readonly unknown[]) =>
  HttpResponse.json({
    status: 'factor_required',
    challenge_token: 'challenge-1',
    expires_in: 300,
    factors,
    options: factors.includes(passkey) ? { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost' } : null,
  });

/** Signs in to an account with these factors by password. `sent` collects the second step's requests. */
async function startSecondStep(...factors: unknown[]) {
  serve('post /api/auth/sessions', () => factorRequired(factors));
  const sent = acceptSignIn('post /api/auth/sessions/factor', ['applicant'], { aal: 'aal2' });
  const { user } = renderPage(SignInPanel, '/auth');
  const enter = async (label: string, code: string) => {
    await user.type(field(label), code);
    await user.click(button('Sign In'));
  };
  await user.type(field('Email'), 'ada@example.com');
  await enter('Password', 'Quiet-River-42');
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeTruthy();
  expect(sessionStore.current().status).toBe('signed-out');
  return { user, sent, enter };
}

test('the user can choose between two apps', async () => {
  const { user, sent, enter } = await startSecondStep(app, tablet);
  await user.selectOptions(screen.getByLabelText('Authenticator'), 'Tablet');
  await enter('Code from the app', '123456');
  await screen.findByText('Welcome back!');
  expect(sent).toEqual([{ challenge_token: 'challenge-1', factor_id: 'factor-2', code: '123456' }]);
});

test('a recovery code is sent without the input of the other field, even if the codes cannot be counted', async () => {
  serve('get /api/auth/factors', () => problem(500, 'internal_error', 'Something broke.'));
  const { user, sent, enter } = await startSecondStep(app);
  await user.type(field('Code from the app'), '12');
  await user.click(button('Use a recovery code'));
  expect(field('Recovery code').value).toBe('');
  await enter('Recovery code', 'abcde-fghij');
  expect(await screen.findByText(/^You have successfully signed in\. You used/)).toBeTruthy();
  expect(screen.queryByText(/codes are left/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Replace it' })).toBeTruthy();
  expect(sent).toEqual([{ challenge_token: 'challenge-1', recovery_code: 'abcde-fghij' }]);
});

test('a passkey is offered first, followed by the other factors', async () => {
  browserWithPasskeys();
  const { user, sent } = await startSecondStep(app, passkey);
  await user.click(button('Use the authenticator app'));
  expect(document.activeElement).toBe(field('Code from the app'));
  expect(screen.queryByLabelText('Authenticator')).toBeNull();
  await user.click(button('Use a passkey'));
  await user.click(button('Use your passkey'));
  expect(await screen.findByText('Welcome back!')).toBeTruthy();
  expect(sent).toEqual([{ challenge_token: 'challenge-1', credential: assertion }]);
});

test('a cancelled passkey can be retried until the step has expired', async () => {
  browserWithPasskeys('NotAllowedError');
  const { user, sent } = await startSecondStep(passkey);
  await user.click(button('Use your passkey'));
  expect((await screen.findByRole('alert')).textContent).toContain('No passkey was used.');
  expect(sent).toEqual([]);
  browserWithPasskeys();
  serve('post /api/auth/sessions/factor', () => problem(400, 'challenge_expired', 'It is over.'));
  await user.click(button('Use your passkey'));
  await user.click(await screen.findByRole('button', { name: 'Start again' }));
  expect(field('Email').value).toBe('ada@example.com');
});

test('a browser without passkeys offers a recovery code', async () => {
  await startSecondStep(passkey);
  expect(field('Recovery code')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});

test('an empty code is not sent', async () => {
  const { user, sent } = await startSecondStep(app);
  await user.click(button('Sign In'));
  expect(await screen.findByText('Enter the code')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('after too many wrong codes, an expired step returns to the password and keeps the address', async () => {
  const { user, enter } = await startSecondStep(app);
  serve('post /api/auth/sessions/factor', tooMany);
  await enter('Code from the app', '000000');
  expect(await screen.findByText(/Too many wrong codes/)).toBeTruthy();
  expect(field('Code from the app').value).toBe('000000');
  serve('post /api/auth/sessions/factor', () => problem(400, 'challenge_expired', 'It is over.'));
  await user.click(button('Sign In'));
  expect(await screen.findByText('It is over.')).toBeTruthy();
  await user.click(button('Start again'));
  expect(field('Email').value).toBe('ada@example.com');
  expect(document.activeElement).toBe(field('Password'));
  expect(field('Password').value).toBe('');
});

test('a mailed code can be the first step', async () => {
  serve('post /api/auth/codes', checkEmail);
  serve('post /api/auth/sessions/code', () => factorRequired([app]));
  const { user } = renderPage(SignInPanel, '/auth');
  await user.type(field('Email'), 'ada@example.com');
  await user.click(button('Email me a sign-in code'));
  await user.click(button('Send the code'));
  await user.type(await screen.findByLabelText('Code from the email'), '123456');
  await user.click(button('Sign In'));
  expect(await screen.findByLabelText('Code from the app')).toBeTruthy();
  await user.click(button('Back to Sign In'));
  expect(field('Email').value).toBe('ada@example.com');
});

import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { checkEmail, problem, serve, tooMany } from '../../../test/api/mock-api';
import { granted, verified } from '../../../test/api/recovery';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { withRealSession } from '../../../test/api/real-session';
import { AuthConfirmPage } from './auth-confirm-page';

withRealSession();

const open = (hash: string) => renderPage(AuthConfirmPage, '/auth/confirm', `/auth/confirm${hash}`);
/** Accepts every verification. Returns the requests. */
const acceptVerifications = () => serve('post /api/auth/verifications', verified);
const press = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm my email address' });

test('a link with an encoded equals sign works', async () => {
  const sent = acceptVerifications();
  const { user } = open('#token%3Dsecret');
  await user.click(press());
  await expectArrivalAt('/');
  expect(sent).toEqual([{ token: 'secret' }]);
});

test('a second link in the same tab replaces the first', async () => {
  const sent = acceptVerifications();
  const { user, router } = open('#token=first');
  await act(() => router.navigate('/auth/confirm#token=second'));
  await user.click(press());
  await expectArrivalAt('/');
  expect(sent).toEqual([{ token: 'second' }]);
});

test('an expired link offers a new email', async () => {
  serve('post /api/auth/verifications', () =>
    problem(400, 'token_invalid', 'This link is no longer valid.'),
  );
  const asked = serve('post /api/auth/verifications/resend', checkEmail);
  const { user, router } = open('#token=old');
  await user.click(press());
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  await user.click(screen.getByRole('button', { name: 'Send a new confirmation email' }));
  expect(screen.getByText('Enter your email')).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Send a new confirmation email' }));
  expect(await screen.findByText(/a new email is on its way/)).toBeTruthy();
  expect(asked).toEqual([{ email: 'ada@example.com', purpose: 'verify_email' }]);
});

describe('without a token', () => {
  const byCode = () => screen.getByRole('button', { name: 'Confirm with the code' });

  test('missing fields are reported before anything is sent', async () => {
    const sent = acceptVerifications();
    const { user } = open('');
    await user.click(byCode());
    expect(await screen.findByText('Enter your email')).toBeTruthy();
    expect(screen.getByText('Enter the code from the email')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    await expectAccessible();
    expect(sent).toEqual([]);
  });

  test('the code from a recovery mail leads to a new password, even after a wait', async () => {
    serve('post /api/auth/verifications', (count) => (count === 1 ? tooMany() : granted()));
    const { user } = open('');
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Code from the email'), '012345{Enter}');
    const wait = 'Too many attempts with a code. Please try again in about 3 minutes.';
    expect(await screen.findByText(wait)).toBeTruthy();
    await user.click(byCode());
    const field = await screen.findByLabelText('New password');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByText(/^Your address is confirmed/)).toBeNull();
  });
});

test('a throttled confirmation can be repeated', async () => {
  serve('post /api/auth/verifications', tooMany);
  const { user } = open('#token=secret');
  await user.click(press());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many attempts with links. Please try again in about 3 minutes.',
  );
  expect(screen.queryByRole('heading', { name: 'Use a code, or ask for a new email' })).toBeNull();
  serve('post /api/auth/verifications', verified);
  await user.click(press());
  await expectArrivalAt('/');
});

import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import {
  checkEmail,
  currentUser,
  problem,
  serve,
  sessionView,
  tooMany,
} from '../../../test/api/mock-api';
import { granted, serveNewPassword, verified } from '../../../test/api/recovery';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { recordSessionEvents, signedInAs, withRealSession } from '../../../test/api/real-session';
import { signUpProgress } from '../../lib/sign-up-progress';
import { sessionState } from '../../session/session-state';
import { AuthConfirmPage } from './auth-confirm-page';

withRealSession();

const open = (hash: string) => renderPage(AuthConfirmPage, '/auth/confirm', `/auth/confirm${hash}`);
/** Accepts every verification. Returns the requests. */
const acceptVerifications = () => serve('post /api/auth/verifications', verified);
const press = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm my email address' });

test('opening the link sends nothing and keeps the token in the URL', async () => {
  const { router } = open('#token=secret');
  expect(press().disabled).toBe(false);
  await expectAccessible();
  expect(router.state.location.hash).toBe('#token=secret');
});

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

test('one press confirms the address and opens the home page, which says so', async () => {
  const sent = acceptVerifications();
  const { user } = open('#token=secret');
  await user.dblClick(press());
  await expectArrivalAt('/');
  expect(sent).toEqual([{ token: 'secret' }]);
  expect(screen.queryByText('Email address confirmed')).toBeNull();
  expect(signUpProgress()).toBe('confirmed');
});

test('after several sign-ups with one address, the user chooses a password', async () => {
  const set = serveNewPassword();
  const events = recordSessionEvents();
  serve('post /api/auth/verifications', () => granted('verify_email'));
  const { user, router } = open('#token=secret');
  await user.click(press());
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect(router.state.historyAction).toBe('REPLACE');
  const notice = await screen.findByText(/^Your address is confirmed/);
  await waitFor(() => expect(notice.closest('[role=status]')).toBe(document.activeElement));
  await user.type(screen.getByLabelText('New password'), 'Quiet-River-42');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Set the new password' }));
  await expectArrivalAt('/');
  expect(set).toEqual([['Bearer grant', { password: 'Quiet-River-42' }]]);
  expect(events).toContainEqual({
    type: 'PASSWORD_RECOVERY',
    recoveryToken: 'grant',
    expiresIn: 600,
  });
});

test('an expired link offers a new email', async () => {
  serve('post /api/auth/verifications', () =>
    problem(400, 'token_invalid', 'This link is no longer valid.'),
  );
  const asked = serve('post /api/auth/verifications/resend', checkEmail);
  const { user, router } = open('#token=old');
  await user.click(press());
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect((await screen.findByRole('alert')).textContent).toBe('This link is no longer valid.');
  // After a redeemed link, signing in is the only remaining step.
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Send a new confirmation email' }));
  expect(screen.getByText('Enter your email')).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Send a new confirmation email' }));
  expect(await screen.findByText(/a new email is on its way/)).toBeTruthy();
  expect(asked).toEqual([{ email: 'ada@example.com', purpose: 'verify_email' }]);
});

describe('without a token', () => {
  const byCode = () => screen.getByRole('button', { name: 'Confirm with the code' });

  test('the email address and the code from the mail verify it as the link does', async () => {
    const sent = acceptVerifications();
    const { user } = open('');
    expect(screen.queryByRole('button', { name: 'Confirm my email address' })).toBeNull();
    await expectAccessible();
    await user.type(screen.getByLabelText('Email'), ' ada@example.com');
    await user.type(screen.getByLabelText('Code from the email'), '012 345{Enter}');
    await expectArrivalAt('/');
    expect(sent).toEqual([{ email: 'ada@example.com', code: '012345' }]);
  });

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

  test('a wrong code is reported and can be corrected', async () => {
    serve('post /api/auth/verifications', () => problem(400, 'token_invalid', 'No.'));
    const { user } = open('');
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Code from the email'), '999999');
    await user.click(byCode());
    expect((await screen.findByRole('alert')).textContent).toMatch(/^That code is wrong/);
    expect(document.activeElement).toBe(screen.getByLabelText('Code from the email'));
    await expectAccessible();
    serve('post /api/auth/verifications', tooMany);
    await user.click(byCode());
    expect(
      await screen.findByText(
        'Too many attempts with a code. Please try again in about 3 minutes.',
      ),
    ).toBeTruthy();
  });

  test('the code from a recovery mail leads to a new password', async () => {
    serve('post /api/auth/verifications', () => granted());
    const { user } = open('');
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Code from the email'), '012345{Enter}');
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

describe('a change of address', () => {
  const answer = (pending: 'old' | 'new' | null) =>
    serve('post /api/auth/verifications', () =>
      HttpResponse.json({ purpose: 'change_email', pending }),
    );

  test.each([
    ['old', /the link in our email to the current address of your account/],
    ['new', /the link in our email to your new address/],
  ] as const)('waits for confirmation of the %s address', async (pending, sentence) => {
    answer(pending);
    const { user } = open('#token=secret');
    await user.click(press());
    const notice = await screen.findByText(sentence);
    expect(document.activeElement?.contains(notice)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByText(/You can now sign in/)).toBeNull();
    await expectAccessible();
  });

  test('completes with the second confirmation, and the signed-in user sees it immediately', async () => {
    await signedInAs('member');
    const changed = { ...currentUser(['member']), email: 'countess@example.com' };
    serve('get /api/users/me', () => HttpResponse.json(changed));
    serve('post /api/auth/sessions/refresh', () =>
      HttpResponse.json(sessionView({ access_token: 'access-2' })),
    );
    const events = recordSessionEvents();
    answer(null);
    const { user } = open('#token=secret');
    await user.click(press());
    await expectArrivalAt('/');
    expect(screen.getByText('Email address changed')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Your Account' }).getAttribute('href')).toBe(
      '/account',
    );
    await waitFor(() =>
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'USER_UPDATED', user: changed }),
      ),
    );
  });

  test('by a visitor does not load a profile', async () => {
    answer(null);
    const { user } = open('#token=secret');
    await user.click(press());
    await expectArrivalAt('/');
    expect(sessionState.current().status).toBe('signed-out');
  });
});

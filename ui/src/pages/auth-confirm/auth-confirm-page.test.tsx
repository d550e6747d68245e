import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import {
  currentUser,
  problem,
  server,
  serveApi,
  sessionView,
  tooMany,
} from '../../../test/api/mock-api';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { sessionBoard } from '../../session/session-board';
import type { SessionEvent } from '../../session/session-events';
import { AuthConfirmPage } from './auth-confirm-page';

serveApi();
withRealSession();

const open = (hash: string) => renderPage(AuthConfirmPage, '/auth/confirm', `/auth/confirm${hash}`);
/** Confirms whatever is sent, and collects it. */
function confirming() {
  const sent: unknown[] = [];
  server.use(
    http.post('/api/auth/verifications', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ purpose: 'verify_email', verified: true });
    }),
  );
  return sent;
}
const press = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm my email address' });

test('opening the link sends nothing, and a reload would find its token again', async () => {
  const { router } = open('#token=secret');
  expect(press().disabled).toBe(false);
  await expectAccessible();
  expect(router.state.location.hash).toBe('#token=secret');
});

test('the token of a link whose equals sign was encoded is found', async () => {
  const sent = confirming();
  const { user } = open('#token%3Dsecret');
  await user.click(press());
  await expectArrivalAt('/');
  expect(sent).toEqual([{ token: 'secret' }]);
});

test('a second link opened in the same tab is the one that is used', async () => {
  const sent = confirming();
  const { user, router } = open('#token=first');
  await act(() => router.navigate('/auth/confirm#token=second'));
  await user.click(press());
  await expectArrivalAt('/');
  expect(sent).toEqual([{ token: 'second' }]);
});

test('one press confirms and leads to the start page, with a way to sign in', async () => {
  const sent = confirming();
  const { user } = open('#token=secret');
  await user.dblClick(press());
  await expectArrivalAt('/');
  expect(sent).toEqual([{ token: 'secret' }]);
  expect(screen.getByText('Email address confirmed')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
});

test('where several people had signed up, the grant is announced and a password is chosen at once', async () => {
  const set: unknown[] = [];
  const heard: SessionEvent[] = [];
  const stop = sessionBoard.subscribe((event) => heard.push(event));
  server.use(
    http.post('/api/auth/verifications', () =>
      HttpResponse.json({
        purpose: 'verify_email',
        verified: true,
        recovery_token: 'grant',
        expires_in: 600,
      }),
    ),
    http.put('/api/auth/recovery/password', async ({ request }) => {
      set.push([request.headers.get('Authorization'), await request.json()]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, router } = open('#token=secret');
  await user.click(press());
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect(router.state.historyAction).toBe('REPLACE');
  const told = await screen.findByText(/^Your address is confirmed/);
  await waitFor(() => expect(told.closest('[role=status]')).toBe(document.activeElement));
  await user.type(screen.getByLabelText('New password'), 'Quiet-River-42');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Set the new password' }));
  await expectArrivalAt('/');
  expect(set).toEqual([['Bearer grant', { password: 'Quiet-River-42' }]]);
  stop();
  expect(heard).toContainEqual({
    type: 'PASSWORD_RECOVERY',
    recoveryToken: 'grant',
    expiresIn: 600,
  });
});

test('a link that no longer works says so and offers a new email', async () => {
  let asked: unknown;
  server.use(
    http.post('/api/auth/verifications', () =>
      problem(400, 'token_invalid', 'This link is no longer valid.'),
    ),
    http.post('/api/auth/verifications/resend', async ({ request }) => {
      asked = await request.json();
      return HttpResponse.json({ status: 'check_email' }, { status: 202 });
    }),
  );
  const { user, router } = open('#token=old');
  await user.click(press());
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect((await screen.findByRole('alert')).textContent).toBe('This link is no longer valid.');
  // Perhaps the link was used before: then there is nothing left but to sign in.
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Send a new confirmation email' }));
  expect(screen.getByText('Enter your email')).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Send a new confirmation email' }));
  expect(await screen.findByText(/a new email is on its way/)).toBeTruthy();
  expect(asked).toEqual({ email: 'ada@example.com', purpose: 'verify_email' });
});

describe('without a token', () => {
  const byCode = () => screen.getByRole('button', { name: 'Confirm with the code' });

  test('the address and the code of the mail confirm as the link does', async () => {
    const sent = confirming();
    const { user } = open('');
    expect(screen.queryByRole('button', { name: 'Confirm my email address' })).toBeNull();
    await expectAccessible();
    await user.type(screen.getByLabelText('Email'), ' ada@example.com');
    await user.type(screen.getByLabelText('Code from the email'), '012 345{Enter}');
    await expectArrivalAt('/');
    expect(sent).toEqual([{ email: 'ada@example.com', code: '012345' }]);
    expect(screen.getByText('Email address confirmed')).toBeTruthy();
  });

  test('what is missing is asked for before anything is sent', async () => {
    const sent = confirming();
    const { user } = open('');
    await user.click(byCode());
    expect(await screen.findByText('Enter your email')).toBeTruthy();
    expect(screen.getByText('Enter the code from the email')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    await expectAccessible();
    expect(sent).toEqual([]);
  });

  test('a wrong code is told and can be typed again', async () => {
    server.use(http.post('/api/auth/verifications', () => problem(400, 'token_invalid', 'No.')));
    const { user } = open('');
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Code from the email'), '999999');
    await user.click(byCode());
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This code is wrong/);
    expect(document.activeElement).toBe(screen.getByLabelText('Code from the email'));
    await expectAccessible();
    server.use(http.post('/api/auth/verifications', tooMany));
    await user.click(byCode());
    expect(
      await screen.findByText(
        'Too many attempts with a code. Please try again in about 3 minutes.',
      ),
    ).toBeTruthy();
  });

  test('the code of a recovery mail leads to a new password, and confirms nothing by itself', async () => {
    server.use(
      http.post('/api/auth/verifications', () =>
        HttpResponse.json({ purpose: 'recovery', recovery_token: 'grant', expires_in: 600 }),
      ),
    );
    const { user } = open('');
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Code from the email'), '012345{Enter}');
    const field = await screen.findByLabelText('New password');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByText(/^Your address is confirmed/)).toBeNull();
  });
});

test('a limit or a passing fault keeps the button, and offers nothing that does not help', async () => {
  server.use(http.post('/api/auth/verifications', tooMany));
  const { user } = open('#token=secret');
  await user.click(press());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many links were opened just now. Please try again in about 3 minutes.',
  );
  expect(screen.queryByRole('heading', { name: 'Use a code, or ask for a new email' })).toBeNull();
  server.use(
    http.post('/api/auth/verifications', () =>
      HttpResponse.json({ purpose: 'verify_email', verified: true }),
    ),
  );
  await user.click(press());
  await expectArrivalAt('/');
});

describe('a change of address', () => {
  const answer = (pending: 'old' | 'new' | null) =>
    server.use(
      http.post('/api/auth/verifications', () =>
        HttpResponse.json({ purpose: 'change_email', pending }),
      ),
    );

  test.each([
    ['old', /the link in our email to the present address of your account/],
    ['new', /the link in our email to your new address/],
  ] as const)('waits for the %s address and says so', async (pending, sentence) => {
    answer(pending);
    const { user } = open('#token=secret');
    await user.click(press());
    const told = await screen.findByText(sentence);
    expect(document.activeElement?.contains(told)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByText(/You can now sign in/)).toBeNull();
    await expectAccessible();
  });

  test('is done with the second address; whoever is signed in here sees it at once', async () => {
    await signedInAs('member');
    const changed = { ...currentUser(['member']), email: 'countess@example.com' };
    server.use(
      http.get('/api/users/me', () => HttpResponse.json(changed)),
      http.post('/api/auth/sessions/refresh', () =>
        HttpResponse.json(sessionView({ access_token: 'access-2' })),
      ),
    );
    const events: SessionEvent[] = [];
    const stop = sessionBoard.subscribe((event) => events.push(event));
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
    stop();
  });

  test('of a visitor reads no profile', async () => {
    answer(null);
    const { user } = open('#token=secret');
    await user.click(press());
    await expectArrivalAt('/');
    expect(sessionBoard.current().status).toBe('signed-out');
  });
});

import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import { currentUser, problem, server, serveApi, sessionView, tooMany } from '../../../test/msw';
import { expectArrivalAt, renderPage } from '../../../test/msw-screen';
import { signedInAs, withRealSession } from '../../../test/msw-session';
import { sessionBoard } from '../../session/session-board';
import type { SessionEvent } from '../../session/session-events';
import { AuthConfirmPage } from './auth-confirm-page';

serveApi();
withRealSession();

const open = (hash: string) => renderPage(AuthConfirmPage, '/auth/confirm', `/auth/confirm${hash}`);
const press = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm my email address' });

test('opening the link sends nothing and takes the secret out of the address', async () => {
  const { router } = open('#token=secret');
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect(router.state.historyAction).toBe('REPLACE');
  expect(press().disabled).toBe(false);
});

test('one press confirms and leads to the start page, with a way to sign in', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('/api/auth/verifications', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ purpose: 'verify_email', verified: true });
    }),
  );
  const { user, router } = open('#token=secret');
  await waitFor(() => expect(router.state.location.hash).toBe(''));
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
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  await user.click(press());
  const told = await screen.findByText(/^Your address is confirmed/);
  await waitFor(() => expect(told.parentElement).toBe(document.activeElement));
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
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  await user.click(press());
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

test('an address without a token has nothing to press', () => {
  open('');
  expect(screen.queryByRole('button', { name: 'Confirm my email address' })).toBeNull();
  expect(screen.getByRole('alert').textContent).toMatch(/This link is not complete/);
});

test('a limit or a passing fault keeps the button, and offers nothing that does not help', async () => {
  server.use(http.post('/api/auth/verifications', tooMany));
  const { user } = open('#token=secret');
  await user.click(press());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Many links were opened just now. Please try again in about 3 minutes.',
  );
  expect(screen.queryByRole('heading', { name: 'Need a new link?' })).toBeNull();
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

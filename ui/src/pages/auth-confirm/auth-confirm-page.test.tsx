import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import { problem, server, serveApi } from '../../../test/msw';
import { expectArrivalAt, renderPage } from '../../../test/msw-screen';
import { sessionBoard } from '../../session/session-board';
import type { SessionEvent } from '../../session/session-events';
import { AuthConfirmPage } from './auth-confirm-page';

serveApi();

const open = (hash: string) => renderPage(AuthConfirmPage, '/auth/confirm', `/auth/confirm${hash}`);
const press = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm my e-mail address' });

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
  expect(screen.getByText('E-mail address confirmed')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
});

test('a recovery that the answer grants is announced, and nothing else is', async () => {
  const heard: SessionEvent[] = [];
  const stop = sessionBoard.subscribe((event) => heard.push(event));
  const confirmed = { purpose: 'verify_email', verified: true };
  for (const granted of [{}, { recovery_token: 'once', expires_in: 600 }]) {
    server.use(
      http.post('/api/auth/verifications', () => HttpResponse.json({ ...confirmed, ...granted })),
    );
    const { user, unmount } = open('#token=secret');
    await user.click(press());
    await expectArrivalAt('/');
    unmount();
  }
  stop();
  expect(heard).toEqual([{ type: 'PASSWORD_RECOVERY', recoveryToken: 'once', expiresIn: 600 }]);
});

test('a link that no longer works says so and offers a new e-mail', async () => {
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
  await user.click(screen.getByRole('button', { name: 'Send a new confirmation e-mail' }));
  expect(screen.getByText('Enter your email')).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Send a new confirmation e-mail' }));
  expect(await screen.findByText(/a new e-mail is on its way/)).toBeTruthy();
  expect(asked).toEqual({ email: 'ada@example.com', purpose: 'verify_email' });
});

test('an address without a token has nothing to press', () => {
  open('');
  expect(screen.queryByRole('button', { name: 'Confirm my e-mail address' })).toBeNull();
  expect(screen.getByRole('alert').textContent).toMatch(/This link is not complete/);
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { problem, serve } from '../../../test/api/mock-api';
import { granted, serveNewPassword } from '../../../test/api/recovery';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { recordSessionEvents, signedInAs, withRealSession } from '../../../test/api/real-session';
import { sessionState } from '../../session/session-state';
import { AuthRestorePage } from './auth-restore-page';

withRealSession();

const open = (hash: string) => renderPage(AuthRestorePage, '/auth/restore', `/auth/restore${hash}`);
const press = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Restore my address' });

test('opening the link shows an explanation, sends nothing and keeps the token in the URL', async () => {
  const { router } = open('#token=secret');
  expect(router.state.location.hash).toBe('#token=secret');
  expect(screen.getByText(/^Your account’s email address was changed/)).toBeTruthy();
  await expectAccessible();
});

test('one click restores the address, ends the session, and leads to setting a new password', async () => {
  await signedInAs('member');
  const set = serveNewPassword();
  const ended = () => problem(401, 'session_revoked', 'This session has ended.');
  const redeemed = serve('post /api/auth/verifications', () => {
    serve('get /api/users/me', ended);
    serve('post /api/auth/sessions/refresh', ended);
    return granted('restore_email');
  });
  const events = recordSessionEvents();
  const { user, router } = open('#token=secret');
  await user.dblClick(press());
  const notice = await screen.findByText(/^We restored your address/);
  expect(document.activeElement?.contains(notice)).toBe(true);
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect(document.activeElement).not.toBe(document.body);
  await expectAccessible();
  expect(events).toContainEqual({
    type: 'PASSWORD_RECOVERY',
    recoveryToken: 'grant',
    expiresIn: 600,
  });
  await waitFor(() => expect(sessionState.current().status).toBe('signed-out'));
  await user.type(screen.getByLabelText('New password'), 'Quiet-River-42{Enter}');
  await expectArrivalAt('/');
  expect(redeemed).toEqual([{ token: 'secret' }]);
  expect(set).toEqual([['Bearer grant', { password: 'Quiet-River-42' }]]);
});

test('an expired link offers recovery and contact', async () => {
  serve('post /api/auth/verifications', () => problem(400, 'token_invalid', 'No longer valid.'));
  const { user } = open('#token=old');
  await user.click(press());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('No longer valid.');
  expect(document.activeElement).toBe(alert);
  expect(screen.getByRole('link', { name: 'Ask for a new password' }).getAttribute('href')).toBe(
    '/auth/recover',
  );
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact');
  await expectAccessible();
});

test('a URL without a token shows no button', () => {
  open('');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('alert').textContent).toMatch(/This link is incomplete/);
});

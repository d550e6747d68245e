import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import { problem, server, serveApi } from '../../../test/msw';
import { expectArrivalAt, renderPage } from '../../../test/msw-screen';
import { sessionBoard } from '../../session/session-board';
import type { SessionEvent } from '../../session/session-events';
import { AuthResetPage } from './auth-reset-page';

serveApi();

const open = (hash: string) => renderPage(AuthResetPage, '/auth/reset', `/auth/reset${hash}`);
const field = () => screen.getByLabelText('New password');
const press = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Set the new password' });
const granted = { purpose: 'recovery', recovery_token: 'grant', expires_in: 600 };

test('opening the link sends nothing and takes the secret out of the address', async () => {
  const { router } = open('#token=secret');
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect(router.state.historyAction).toBe('REPLACE');
  await expectAccessible();
});

test('the link is exchanged once, and a refused password can be typed again', async () => {
  const redeemed: unknown[] = [];
  const set: unknown[] = [];
  server.use(
    http.post('/api/auth/verifications', async ({ request }) => {
      redeemed.push(await request.json());
      return HttpResponse.json(granted);
    }),
    http.put('/api/auth/recovery/password', async ({ request }) => {
      set.push([request.headers.get('Authorization'), await request.json()]);
      if (set.length > 1) return new HttpResponse(null, { status: 204 });
      return problem(422, 'same_password', 'This is your current password.');
    }),
  );
  const events: SessionEvent[] = [];
  sessionBoard.subscribe((event) => events.push(event));
  const { user, router } = open('#token=secret');
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  await user.type(field(), 'Quiet-River-42');
  await user.click(press());
  expect((await screen.findByRole('alert')).textContent).toBe('This is your current password.');
  await user.type(field(), '-b');
  await user.click(press());
  await expectArrivalAt('/');
  expect(redeemed).toEqual([{ token: 'secret' }]);
  expect(set).toEqual([
    ['Bearer grant', { password: 'Quiet-River-42' }],
    ['Bearer grant', { password: 'Quiet-River-42-b' }],
  ]);
  expect(screen.getByText('Password changed')).toBeTruthy();
  expect(events).toEqual([{ type: 'PASSWORD_RECOVERY', recoveryToken: 'grant', expiresIn: 600 }]);
});

test('a weak password sends nothing', async () => {
  const { user } = open('#token=secret');
  await user.type(field(), 'weak');
  await user.click(press());
  expect(screen.getByRole('alert').textContent).toMatch(/complexity requirements/);
});

test('a link that no longer works leads to a new one', async () => {
  server.use(
    http.post('/api/auth/verifications', () => problem(400, 'token_invalid', 'No longer valid.')),
  );
  const { user } = open('#token=old');
  await user.type(field(), 'Quiet-River-42');
  await user.click(press());
  expect((await screen.findByRole('alert')).textContent).toBe('No longer valid.');
  const link = screen.getByRole('link', { name: 'Ask for a new link' });
  expect(link.getAttribute('href')).toBe('/auth/recover');
});

test('an address without a token has nothing to press', () => {
  open('');
  expect(screen.queryByRole('button', { name: 'Set the new password' })).toBeNull();
  expect(screen.getByRole('alert').textContent).toMatch(/This link is not complete/);
});

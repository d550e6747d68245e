import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problem, serve } from '../../../test/api/mock-api';
import { granted } from '../../../test/api/recovery';
import { renderPage } from '../../../test/screens/render-page';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { sessionState } from '../../session/session-state';
import { AuthRestorePage } from './auth-restore-page';

withRealSession();

const open = (hash: string) => renderPage(AuthRestorePage, '/auth/restore', `/auth/restore${hash}`);
const press = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Restore my address' });

test('one click restores the address and ends the session of this browser', async () => {
  await signedInAs('member');
  const ended = () => problem(401, 'session_revoked', 'This session has ended.');
  const redeemed = serve('post /api/auth/verifications', () => {
    serve('get /api/users/me', ended);
    serve('post /api/auth/sessions/refresh', ended);
    return granted('restore_email');
  });
  const { user } = open('#token=secret');
  await user.dblClick(press());
  await screen.findByText(/^We restored your address/);
  await waitFor(() => expect(sessionState.current().status).toBe('signed-out'));
  expect(redeemed).toEqual([{ token: 'secret' }]);
});

test('a URL without a token shows no button', () => {
  open('');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('alert').textContent).toMatch(/This link is incomplete/);
});

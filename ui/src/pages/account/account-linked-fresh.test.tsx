/** /account: other ways to sign in, where the password was entered long ago. */
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { browserWithEthereum, withoutWallets } from '../../../test/browser/wallets';
import { problem, server, serveApi } from '../../../test/api/mock-api';
import { here, phone, servePassword, serveSessions } from '../../../test/api/account-page';
import {
  atSchool,
  openLinked,
  provenBefore,
  serveIdentities,
} from '../../../test/api/linked-accounts';
import { ethereum, school, serveProviders, watchLeaving } from '../../../test/api/providers';
import { withRealSession } from '../../../test/api/real-session';
import { queryCache } from '../../features/signed-in/query-cache';
import { readFlow } from '../../session/provider-flow';

vi.mock('../../lib/leave-for');
serveApi();
withRealSession();
withoutWallets();
beforeEach(() => {
  queryCache.clear();
  serveProviders(school, ethereum);
});

const enter = async ({ user, inDialog }: Awaited<ReturnType<typeof openLinked>>) => {
  const dialog = await inDialog('Please enter your password');
  const password = dialog.getByLabelText('Current password');
  expect(document.activeElement).toBe(password);
  expect(dialog.getByRole('link', { name: /no password/ }).getAttribute('href')).toBe(
    '/auth/recover',
  );
  await user.type(password, 'Quiet-River-42');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
};

test.each([
  ['six minutes ago', provenBefore(6)],
  ['never, but a mailed code', provenBefore(0, 'code')],
  ['never, but the account of a provider', provenBefore(0, 'id_token')],
  ['in another session', { ...here, amr: [] }],
])('(%s) it is asked for before the browser leaves', async (_, session) => {
  serveSessions(session, { ...phone, amr: provenBefore(0).amr });
  serveIdentities();
  servePassword();
  const { left } = watchLeaving();
  const view = await openLinked();
  await view.press('Link Springfield Schools');
  const dialog = await view.inDialog('Please enter your password');
  expect(dialog.queryByText(/sign in again/)).toBeNull();
  expect(left).toEqual([]);
  expect(readFlow()).toBeNull();
  await enter(view);
  await waitFor(() => expect(left).toHaveLength(1));
});

test('it is asked for before a wallet is, which signs once', async () => {
  serveSessions(provenBefore(11));
  const asked = serveIdentities();
  servePassword();
  const signed = browserWithEthereum();
  const view = await openLinked();
  await view.press('Link Ethereum');
  await enter(view);
  expect(await view.ways.findByText(/^Ethereum is linked/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(signed).toHaveLength(1);
  expect(asked).toHaveLength(2);
});

test('what is refused after the password is told in the page', async () => {
  serveSessions(provenBefore(11));
  serveIdentities();
  servePassword();
  const view = await openLinked();
  await view.press('Link Ethereum');
  await enter(view);
  expect((await view.ways.findByRole('alert')).textContent).toMatch(/^There is no wallet/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the server has the last word', async () => {
  let fresh = false;
  serveIdentities(atSchool);
  server.use(
    http.delete('/api/users/me/identities/:id', () =>
      fresh
        ? new HttpResponse(null, { status: 204 })
        : problem(403, 'reauthentication_required', 'First the password.'),
    ),
    http.post('/api/auth/sessions/reauthentication', () => {
      fresh = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const view = await openLinked();
  await view.press('Unlink Springfield Schools, ada@school.example');
  const question = await view.inDialog('Unlink Springfield Schools?');
  await view.user.click(question.getByRole('button', { name: 'Unlink it' }));
  await enter(view);
  expect(await view.ways.findByText('Springfield Schools is unlinked.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

/** Tests linked providers and wallets on /account. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browserWithEthereum, withoutWallets } from '../../../test/browser/wallets';
import { problem, serve, sessionView } from '../../../test/api/mock-api';
import {
  enterPassword,
  here,
  phone,
  servePassword,
  serveSessions,
} from '../../../test/api/account-page';
import {
  atSchool,
  authenticatedBefore,
  openLinked,
  serveIdentities,
  wallet,
} from '../../../test/api/linked-accounts';
import { ethereum, school, serveProviders, watchLeaving } from '../../../test/api/providers';
import { withRealSession } from '../../../test/api/real-session';
import { readFlow } from '../../session/tab-storage/provider-flow';

vi.mock('../../lib/browser/leave-for');
withRealSession();
withoutWallets();
beforeEach(() => {
  serveProviders(school, ethereum);
  serveSessions(authenticatedBefore(1));
});

describe('the section', () => {
  test('lists an identity whose provider is no longer configured, so that it can be unlinked', async () => {
    serveProviders();
    serveIdentities({ ...atSchool, email: null });
    const { ways } = await openLinked();
    expect((await ways.findByRole('listitem')).textContent).toBe(
      'schoolLinked on Mar 1, 2026Unlink',
    );
  });

  test('can be loaded again after a failure', async () => {
    serve('get /api/users/me/identities', () => problem(500, 'internal_error', 'No.'));
    const { ways, press } = await openLinked();
    expect(await ways.findByText(/couldn’t load/)).toBeTruthy();
    expect(ways.queryByRole('button', { name: /^Link / })).toBeNull();
    serveIdentities(atSchool);
    await press('Try again');
    expect(await ways.findByText('ada@school.example')).toBeTruthy();
  });
});

test('a provider is opened once and is linked to this account', async () => {
  serveIdentities();
  const { left, comeBack } = watchLeaving();
  const { user, ways, press } = await openLinked();
  await user.dblClick(await ways.findByRole('button', { name: 'Link Springfield Schools' }));
  expect(await ways.findByRole('button', { name: 'Opening Springfield Schools...' })).toBeTruthy();
  await waitFor(() => expect(left).toHaveLength(1));
  expect(left[0]).toMatch(/^\/api\/auth\/authorize\?provider=school&/);
  expect(readFlow()).toMatchObject({
    linkTo: sessionView().user.id,
    provider: { name: 'school', title: 'Springfield Schools' },
  });
  await act(async () => comeBack());
  await press('Link Springfield Schools');
  await waitFor(() => expect(left).toHaveLength(2));
});

test('unlinking can be cancelled, and unlinks only the chosen method', async () => {
  const asked = serveIdentities(atSchool, wallet);
  const { user, ways, press, inDialog } = await openLinked();
  for (const answer of ['Keep it', 'Unlink it']) {
    expect(asked).toEqual([]);
    await press('Unlink Ethereum, 0x5290…9ee7');
    const question = await inDialog('Unlink Ethereum?');
    await user.click(question.getByRole('button', { name: answer }));
  }
  await waitFor(() => expect(ways.getAllByRole('listitem')).toHaveLength(1));
  expect(asked).toEqual(['unlink identity-2']);
});

describe('re-authentication', () => {
  test.each([
    ['six minutes ago', authenticatedBefore(6)],
    ['by a mailed code only', authenticatedBefore(0, 'code')],
    ['by a provider only', authenticatedBefore(0, 'id_token')],
    ['in another session', { ...here, amr: [] }],
  ])('(%s) is required before the browser leaves the page', async (_, session) => {
    serveSessions(session, { ...phone, amr: authenticatedBefore(0).amr });
    serveIdentities();
    servePassword();
    const { left } = watchLeaving();
    const view = await openLinked();
    await view.press('Link Springfield Schools');
    const dialog = await view.inDialog('Please enter your password');
    expect(dialog.queryByText(/sign in again/)).toBeNull();
    expect(
      dialog.getByRole('link', { name: /No password, or forgot it/ }).getAttribute('href'),
    ).toBe('/auth/recover');
    expect(left).toEqual([]);
    expect(readFlow()).toBeNull();
    await enterPassword(view.user);
    await waitFor(() => expect(left).toHaveLength(1));
  });

  test('is required once before the wallet signs', async () => {
    serveSessions(authenticatedBefore(11));
    const asked = serveIdentities();
    servePassword();
    const signed = browserWithEthereum();
    const view = await openLinked();
    await view.press('Link Ethereum');
    await enterPassword(view.user);
    expect(await view.ways.findByText(/^Ethereum is linked/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(signed).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  test('shows a later failure in the page', async () => {
    serveSessions(authenticatedBefore(11));
    serveIdentities();
    servePassword();
    const view = await openLinked();
    await view.press('Link Ethereum');
    await enterPassword(view.user);
    expect((await view.ways.findByRole('alert')).textContent).toMatch(
      /^This browser has no wallet/,
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

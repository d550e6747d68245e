/** Tests linked providers and wallets on /account. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HttpResponse } from 'msw';
import { expectAccessible } from '../../../test/screens/axe';
import { browserWithEthereum, refusal, withoutWallets } from '../../../test/browser/wallets';
import { problem, serve, sessionView } from '../../../test/api/mock-api';
import {
  enterPassword,
  here,
  open,
  phone,
  servePassword,
  serveSessions,
} from '../../../test/api/account-page';
import {
  atSchool,
  openLinked,
  authenticatedBefore,
  serveIdentities,
  TITLE,
  wallet,
} from '../../../test/api/linked-accounts';
import { ethereum, school, serveProviders, watchLeaving } from '../../../test/api/providers';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { queryCache } from '../../features/signed-in/query-cache';
import { readFlow } from '../../session/tab-storage/provider-flow';

vi.mock('../../lib/browser/leave-for');
withRealSession();
withoutWallets();
beforeEach(() => {
  serveProviders(school, ethereum);
  serveSessions(authenticatedBefore(1));
});

describe('the section', () => {
  test('is hidden if no provider is configured and none is linked', async () => {
    serveProviders();
    serveIdentities();
    await signedInAs('applicant');
    open();
    await screen.findByRole('heading', { name: 'Two-step sign-in' });
    await screen.findByText('Two-step sign-in is off.');
    await waitFor(() => expect(queryCache.getQueryState(['providers'])?.status).toBe('success'));
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
  });

  test('offers the configured methods if nothing is linked', async () => {
    serveIdentities();
    const { ways } = await openLinked();
    expect(await ways.findByText('Nothing is linked yet.')).toBeTruthy();
    expect(ways.getByRole('button', { name: 'Link Springfield Schools' })).toBeTruthy();
    expect(ways.getByRole('button', { name: 'Link Ethereum' })).toBeTruthy();
    await expectAccessible();
  });

  test('lists linked methods, and offers only the others', async () => {
    serveIdentities(atSchool, wallet);
    const { ways } = await openLinked();
    const rows = (await ways.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Springfield Schoolsada@school.exampleLinked on Mar 1, 2026Unlink',
      'Ethereum0x5290…9ee7Linked on Mar 1, 2026Unlink',
    ]);
    expect(ways.queryByRole('button', { name: /^Link / })).toBeNull();
    await expectAccessible();
  });

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

describe('linking', () => {
  test('a provider is opened once and is linked to this account', async () => {
    serveIdentities();
    const { left, comeBack } = watchLeaving();
    const { user, ways, press } = await openLinked();
    await user.dblClick(await ways.findByRole('button', { name: 'Link Springfield Schools' }));
    expect(
      await ways.findByRole('button', { name: 'Opening Springfield Schools...' }),
    ).toBeTruthy();
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

  test('a wallet signs and is linked', async () => {
    const asked = serveIdentities(atSchool);
    const signed = browserWithEthereum();
    const { ways, press } = await openLinked();
    await press('Link Ethereum');
    expect(await ways.findByText(/^Ethereum is linked\. You can sign in/)).toBeTruthy();
    expect(asked).toEqual([{ provider: 'ethereum', message: signed[0], signature: '0xsigned' }]);
    expect(await ways.findByText('0x5290…9ee7')).toBeTruthy();
    expect(ways.queryByRole('button', { name: /^Link / })).toBeNull();
  });

  test('a missing wallet or a declined signature links nothing', async () => {
    const asked = serveIdentities();
    const { ways, press } = await openLinked();
    await press('Link Ethereum');
    expect((await ways.findByRole('alert')).textContent).toMatch(/^This browser has no wallet/);
    browserWithEthereum({ sign: refusal });
    await press('Link Ethereum');
    expect(await ways.findByText(/^You didn’t approve the request/)).toBeTruthy();
    expect(ways.queryByRole('alert')).toBeNull();
    expect(asked).toEqual([]);
  });

  test('a refusal has a message', async () => {
    serveIdentities();
    browserWithEthereum();
    serve('post /api/users/me/identities', () => problem(409, 'identity_taken', 'For programs.'));
    const { ways, press } = await openLinked();
    await press('Link Ethereum');
    expect((await ways.findByRole('alert')).textContent).toMatch(/^This is linked to another/);
  });
});

describe('unlinking', () => {
  test('asks for confirmation', async () => {
    const asked = serveIdentities(atSchool, wallet);
    const { user, ways, press, inDialog } = await openLinked();
    await press('Unlink Ethereum, 0x5290…9ee7');
    const question = await inDialog('Unlink Ethereum?');
    await expectAccessible();
    await user.click(question.getByRole('button', { name: 'Keep it' }));
    expect(asked).toEqual([]);
    await press('Unlink Ethereum, 0x5290…9ee7');
    await user.click(
      (await inDialog('Unlink Ethereum?')).getByRole('button', { name: 'Unlink it' }),
    );
    expect(await ways.findByText('Ethereum was unlinked.')).toBeTruthy();
    await waitFor(() => expect(ways.getAllByRole('listitem')).toHaveLength(1));
    expect(asked).toEqual(['unlink identity-2']);
    expect(ways.getByRole('button', { name: 'Link Ethereum' })).toBeTruthy();
  });

  test('the last sign-in method requires setting a password first', async () => {
    serveIdentities(atSchool);
    serve('delete /api/users/me/identities/:id', () =>
      problem(409, 'last_way_in', 'For programs.'),
    );
    const { user, ways, press, inDialog } = await openLinked();
    await press('Unlink Springfield Schools, ada@school.example');
    const question = await inDialog('Unlink Springfield Schools?');
    await user.click(question.getByRole('button', { name: 'Unlink it' }));
    expect((await ways.findByRole('alert')).textContent).toMatch(/^This is your only way/);
    expect(ways.getByRole('link', { name: 'Ask for a password' }).getAttribute('href')).toBe(
      '/auth/recover',
    );
    expect(ways.getByText('ada@school.example')).toBeTruthy();
    await expectAccessible();
  });
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

  test('is required if the server demands it', async () => {
    let fresh = false;
    serveIdentities(atSchool);
    serve('delete /api/users/me/identities/:id', () =>
      fresh
        ? new HttpResponse(null, { status: 204 })
        : problem(403, 'reauthentication_required', 'First the password.'),
    );
    serve('post /api/auth/sessions/reauthentication', () => {
      fresh = true;
      return new HttpResponse(null, { status: 204 });
    });
    const view = await openLinked();
    await view.press('Unlink Springfield Schools, ada@school.example');
    const question = await view.inDialog('Unlink Springfield Schools?');
    await view.user.click(question.getByRole('button', { name: 'Unlink it' }));
    await enterPassword(view.user);
    expect(await view.ways.findByText('Springfield Schools was unlinked.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

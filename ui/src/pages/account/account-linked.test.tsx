/** /account: other ways to sign in. */
import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { browserWithEthereum, refusal, withoutWallets } from '../../../test/browser/wallets';
import { problem, server, serveApi, sessionView } from '../../../test/api/mock-api';
import { open, serveSessions } from '../../../test/api/account-page';
import {
  atSchool,
  openLinked,
  provenBefore,
  serveIdentities,
  TITLE,
  wallet,
} from '../../../test/api/linked-accounts';
import { ethereum, school, serveProviders, watchLeaving } from '../../../test/api/providers';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { queryCache } from '../../features/signed-in/query-cache';
import { readFlow } from '../../session/provider-flow';

vi.mock('../../lib/leave-for');
serveApi();
withRealSession();
withoutWallets();
beforeEach(() => {
  queryCache.clear();
  serveProviders(school, ethereum);
  serveSessions(provenBefore(1));
});

const refusePost = (status: number, code: string) =>
  server.use(
    http.post('/api/users/me/identities/:provider', () => problem(status, code, 'For programs.')),
  );

describe('the part about other ways', () => {
  test('is not there where none are set up and none are linked', async () => {
    serveProviders();
    serveIdentities();
    await signedInAs('applicant');
    open();
    await screen.findByRole('heading', { name: 'Two-step sign-in' });
    await screen.findByText('Two-step sign-in is off.');
    await waitFor(() => expect(queryCache.getQueryState(['providers'])?.status).toBe('success'));
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
  });

  test('offers what is set up where nothing is linked', async () => {
    serveIdentities();
    const { ways } = await openLinked();
    expect(await ways.findByText('Nothing is linked yet.')).toBeTruthy();
    expect(ways.getByRole('button', { name: 'Link Springfield Schools' })).toBeTruthy();
    expect(ways.getByRole('button', { name: 'Link Ethereum' })).toBeTruthy();
    await expectAccessible();
  });

  test('lists what is linked, and offers only the rest', async () => {
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

  test('names an identity whose provider is gone, so that it can be unlinked', async () => {
    serveProviders();
    serveIdentities({ ...atSchool, email: null });
    const { ways } = await openLinked();
    expect((await ways.findByRole('listitem')).textContent).toBe(
      'schoolLinked on Mar 1, 2026Unlink',
    );
  });

  test('can be loaded again where it could not be', async () => {
    server.use(http.get('/api/users/me/identities', () => problem(500, 'internal_error', 'No.')));
    const { ways, press } = await openLinked();
    expect(await ways.findByText(/could not be loaded/)).toBeTruthy();
    expect(ways.queryByRole('button', { name: /^Link / })).toBeNull();
    serveIdentities(atSchool);
    await press('Try again');
    expect(await ways.findByText('ada@school.example')).toBeTruthy();
  });
});

describe('linking', () => {
  test('a provider leads there with the account in mind, once', async () => {
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
    expect(asked).toEqual(['link ethereum', { message: signed[0], signature: '0xsigned' }]);
    expect(await ways.findByText('0x5290…9ee7')).toBeTruthy();
    expect(ways.queryByRole('button', { name: /^Link / })).toBeNull();
  });

  test('a wallet that is missing, or whose owner refuses, links nothing', async () => {
    const asked = serveIdentities();
    const { ways, press } = await openLinked();
    await press('Link Ethereum');
    expect((await ways.findByRole('alert')).textContent).toMatch(/^There is no wallet/);
    browserWithEthereum({ sign: refusal });
    await press('Link Ethereum');
    expect(await ways.findByText(/^Nothing was signed/)).toBeTruthy();
    expect(ways.queryByRole('alert')).toBeNull();
    expect(asked).toEqual([]);
  });

  test.each([
    [409, 'identity_taken', /^This is linked to another account here/],
    [401, 'signature_invalid', /signature of your wallet was not accepted/],
    [422, 'unsupported_wallet', /^Wallets of this kind/],
  ] as const)('refused with %i %s has its sentence', async (status, code, sentence) => {
    serveIdentities();
    browserWithEthereum();
    refusePost(status, code);
    const { ways, press } = await openLinked();
    await press('Link Ethereum');
    expect((await ways.findByRole('alert')).textContent).toMatch(sentence);
  });
});

describe('unlinking', () => {
  test('asks first, and can be thought better of', async () => {
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
    expect(await ways.findByText('Ethereum is unlinked.')).toBeTruthy();
    await waitFor(() => expect(ways.getAllByRole('listitem')).toHaveLength(1));
    expect(asked).toEqual(['unlink identity-2']);
    expect(ways.getByRole('button', { name: 'Link Ethereum' })).toBeTruthy();
  });

  test('the last way in leads to a password first', async () => {
    serveIdentities(atSchool);
    server.use(
      http.delete('/api/users/me/identities/:id', () =>
        problem(409, 'last_way_in', 'For programs.'),
      ),
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

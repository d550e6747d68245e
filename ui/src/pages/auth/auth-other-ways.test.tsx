/** Tests signing in with a provider or a wallet on /auth. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import {
  ADDRESS,
  browserWithEthereum,
  browserWithSolana,
  refusal,
  SOLANA_ADDRESS,
  withoutWallets,
} from '../../../test/browser/wallets';
import { currentUser, problem, serve, sessionView, tooMany } from '../../../test/api/mock-api';
import {
  ethereum,
  NONCE,
  school,
  serveProviders,
  solana,
  watchLeaving,
} from '../../../test/api/providers';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { withRealSession } from '../../../test/api/real-session';
import { listProviders } from '../../api/identities';
import { readFlow } from '../../session/tab-storage/provider-flow';
import { AuthPage } from './auth-page';

vi.mock('../../api/identities', { spy: true });
vi.mock('../../lib/browser/leave-for');
withRealSession();
withoutWallets();
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => void vi.unstubAllGlobals());

const open = () => renderPage(AuthPage, '/auth');
const panel = () => within(screen.getByRole('tabpanel'));
const button = (name: string) => panel().findByRole<HTMLButtonElement>('button', { name });
const offered = () =>
  panel()
    .queryAllByRole('button', { name: /^Continue with/ })
    .map(({ textContent }) => textContent);

/** Opens the page and waits for the list of providers or the failure of the request. */
async function listed() {
  vi.mocked(listProviders).mockClear();
  const view = open();
  await act(() => Promise.allSettled(vi.mocked(listProviders).mock.results.map((it) => it.value)));
  return view;
}

describe('the configured providers', () => {
  test('are absent if none is configured', async () => {
    await listed();
    expect(offered()).toEqual([]);
    expect(screen.queryByText('or')).toBeNull();
  });

  test('are offered below the form in both tabs', async () => {
    serveProviders(school, ethereum, solana);
    const { user } = await listed();
    const names = ['Springfield Schools', 'Ethereum', 'Solana'].map((it) => `Continue with ${it}`);
    expect(offered()).toEqual(names);
    await expectAccessible();
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect(offered()).toEqual(names);
    expect(panel().getByText('or')).toBeTruthy();
    await expectAccessible();
  });

  test('of an unknown kind are not offered', async () => {
    serveProviders(
      { name: 'bitcoin', title: 'Bitcoin', kind: 'wallet' },
      { name: 'fax', title: 'Fax', kind: 'paper' },
      school,
    );
    await listed();
    expect(offered()).toEqual(['Continue with Springfield Schools']);
  });

  test('that cannot be loaded are not offered, and no error is shown', async () => {
    serve('get /api/auth/providers', () => problem(500, 'internal_error', 'Broken.'));
    await listed();
    expect(offered()).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText('Broken.')).toBeNull();
  });

  test('except wallets are not offered without Web Crypto', async () => {
    serveProviders(school, ethereum);
    vi.stubGlobal('crypto', { randomUUID: () => 'x' });
    await listed();
    expect(offered()).toEqual(['Continue with Ethereum']);
  });
});

describe('a provider', () => {
  beforeEach(() => serveProviders(school, ethereum));

  test('is opened only once, and the button works again after Back', async () => {
    const { left, comeBack } = watchLeaving();
    const { user } = open();
    await user.dblClick(await button('Continue with Springfield Schools'));
    const waiting = await button('Opening Springfield Schools...');
    expect(waiting.ariaDisabled).toBe('true');
    await user.click(waiting);
    await user.click(await button('Continue with Ethereum'));
    expect(left).toHaveLength(1);
    expect(left[0]).toMatch(/^\/api\/auth\/authorize\?provider=school&code_challenge=[\w-]{43}&/);
    expect(readFlow()).toMatchObject({ provider: { name: 'school' }, linkTo: null });
    await act(async () => comeBack());
    await user.click(await button('Continue with Springfield Schools'));
    await waitFor(() => expect(left).toHaveLength(2));
    expect(left[1]).not.toBe(left[0]);
  });

  test('is not opened if the browser refuses storage', async () => {
    const { left } = watchLeaving();
    const { user } = open();
    const press = await button('Continue with Springfield Schools');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    await user.click(press);
    expect((await screen.findByRole('alert')).textContent).toMatch(/blocks storage for this site/);
    expect(left).toEqual([]);
  });
});

describe('a wallet', () => {
  beforeEach(() => serveProviders(ethereum, solana));

  /** Accepts signatures. Returns the requests. */
  function acceptWallets(answer: object = sessionView(), status = 201): unknown[] {
    const sent = serve('post /api/auth/sessions/web3', () => HttpResponse.json(answer, { status }));
    serve('get /api/users/me', () => HttpResponse.json(currentUser(['member'])));
    return sent;
  }

  test.each([
    ['Ethereum', 'ethereum', browserWithEthereum, ADDRESS, '', '0xsigned'],
    ['Solana', 'solana', browserWithSolana, SOLANA_ADDRESS, 'utf8: ', 'AQL_'],
  ] as const)(
    "for %s signs this page's message and signs the user in",
    async (title, chain, give, address, encoding, signature) => {
      const signed = give();
      const sent = acceptWallets();
      const { user } = open();
      await user.click(await button(`Continue with ${title}`));
      await expectArrivalAt('/');
      expect(screen.getByText('Welcome back!')).toBeTruthy();
      expect(signed).toHaveLength(1);
      const message = (signed[0] ?? '').slice(encoding.length);
      expect(message.split('\n').slice(0, 6)).toEqual([
        `localhost:3000 wants you to sign in with your ${title} account:`,
        address,
        '',
        'Sign in to Educators Forum.',
        '',
        'URI: http://localhost:3000',
      ]);
      expect(message).toContain(`\nNonce: ${NONCE}\n`);
      expect(sent).toEqual([{ chain, message, signature }]);
    },
  );

  test('that is not installed is reported as missing', async () => {
    const { user } = open();
    await user.click(await button('Continue with Ethereum'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This browser has no wallet/);
    await expectAccessible();
  });

  test.each([
    ['connect', refusal, /^You didn’t approve the request/],
    ['sign', refusal, /^You didn’t approve the request/],
    ['connect', { code: -32_002 }, /still asking you/],
  ] as const)('that refuses %s with %o shows no error', async (step, thrown, sentence) => {
    browserWithEthereum({ [step]: thrown });
    const { user } = open();
    await user.click(await button('Continue with Ethereum'));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    browserWithEthereum();
    acceptWallets();
    await user.click(await button('Continue with Ethereum'));
    await expectArrivalAt('/');
  });

  test.each([
    [403, 'wallet_not_linked', /^No account here is linked to this wallet/],
    [401, 'signature_invalid', /couldn’t accept your wallet’s signature/],
    [400, 'message_invalid', /check your device’s clock/],
    [422, 'unsupported_wallet', /^You can’t use this kind of wallet/],
    [403, 'account_disabled', /^This account is disabled/],
    [404, 'unknown_provider', /no longer offered/],
  ] as const)('refused with %i %s has a message', async (status, code, sentence) => {
    browserWithEthereum();
    serve('post /api/auth/sessions/web3', () => problem(status, code, 'For programs.'));
    const { user } = open();
    await user.click(await button('Continue with Ethereum'));
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  });

  test('shows a message if it is throttled or offline', async () => {
    browserWithEthereum();
    serve('post /api/auth/web3/nonces', tooMany);
    const { user } = open();
    await user.click(await button('Continue with Ethereum'));
    expect(await screen.findByText(/^Too many attempts.*3 minutes/)).toBeTruthy();
    serve('post /api/auth/web3/nonces', () => HttpResponse.error());
    await user.click(await button('Continue with Ethereum'));
    expect(await screen.findByText(/^We couldn’t reach the server/)).toBeTruthy();
  });

  test.each(['Sign In', 'Sign Up'])(
    'linked to an account with a second factor asks for it in the Sign In tab, also from %s',
    async (tab) => {
      browserWithEthereum();
      const factors = [{ id: 'factor-1', factor_type: 'totp', friendly_name: 'Phone' }];
      const asked = { status: 'factor_required', challenge_token: 'c-1', expires_in: 300, factors };
      acceptWallets({ ...asked, options: null }, 200);
      serve('post /api/auth/sessions/factor', () =>
        HttpResponse.json(sessionView({ aal: 'aal2' }), { status: 201 }),
      );
      const { user } = open();
      await user.click(screen.getByRole('tab', { name: tab }));
      await user.click(await button('Continue with Ethereum'));
      const code = await panel().findByLabelText('Code from the app');
      expect(document.activeElement).toBe(code);
      expect(offered()).toEqual([]);
      await user.click(await button('Back to Sign In'));
      await user.click(await button('Continue with Ethereum'));
      await user.type(await panel().findByLabelText('Code from the app'), '123456');
      await user.click(await button('Sign In'));
      await expectArrivalAt('/');
    },
  );
});

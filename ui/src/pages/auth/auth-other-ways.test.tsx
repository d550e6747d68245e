/** Tests signing in with a provider or a wallet on /auth. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browserWithEthereum, refusal, withoutWallets } from '../../../test/browser/wallets';
import { problem, serve, tooMany } from '../../../test/api/mock-api';
import { ethereum, school, serveProviders, watchLeaving } from '../../../test/api/providers';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { acceptSignIn, withRealSession } from '../../../test/api/real-session';
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

const fax = { name: 'fax', title: 'Fax', kind: 'paper' };
const bitcoin = { name: 'bitcoin', title: 'Bitcoin', kind: 'wallet' };

test.each([
  ['of an unknown kind', () => serveProviders(bitcoin, fax, school), ['Springfield Schools']],
  [
    'other than wallets without Web Crypto',
    () => {
      serveProviders(school, ethereum);
      vi.stubGlobal('crypto', { randomUUID: () => 'x' });
    },
    ['Ethereum'],
  ],
  [
    'that cannot be loaded',
    () => serve('get /api/auth/providers', () => problem(500, 'internal_error', 'Broken.')),
    [],
  ],
])('providers %s are not offered, and no error is shown', async (_, prepare, others) => {
  prepare();
  vi.mocked(listProviders).mockClear();
  open();
  await act(() => Promise.allSettled(vi.mocked(listProviders).mock.results.map((it) => it.value)));
  const offered = panel().queryAllByRole('button', { name: /^Continue with/ });
  expect(offered.map((it) => it.textContent)).toEqual(
    others.map((title) => `Continue with ${title}`),
  );
  expect(screen.queryByRole('alert')).toBeNull();
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
  beforeEach(() => serveProviders(ethereum));

  test.each([
    ['sign', refusal, /^You didn’t approve the request/],
    ['connect', { code: -32_002 }, /still asking you/],
  ] as const)(
    'that refuses to %s with %o shows no error and can be asked again',
    async (step, thrown, sentence) => {
      browserWithEthereum({ [step]: thrown });
      const { user } = open();
      await user.click(await button('Continue with Ethereum'));
      expect(await screen.findByText(sentence)).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
      browserWithEthereum();
      acceptSignIn('post /api/auth/sessions/web3', ['member']);
      await user.click(await button('Continue with Ethereum'));
      await expectArrivalAt('/');
    },
  );

  const refused = (status: number, code: string) => () => problem(status, code, 'For programs.');

  test.each([
    ['sessions/web3', refused(401, 'signature_invalid'), /couldn’t accept your wallet’s signature/],
    ['sessions/web3', refused(400, 'message_invalid'), /check your device’s clock/],
    ['sessions/web3', refused(422, 'unsupported_wallet'), /^You can’t use this kind of wallet/],
    ['sessions/web3', refused(403, 'account_disabled'), /^This account is disabled/],
    ['sessions/web3', refused(404, 'unknown_provider'), /no longer offered/],
    ['web3/nonces', tooMany, /^Too many attempts.*3 minutes/],
    ['web3/nonces', () => HttpResponse.error(), /^We couldn’t reach the server/],
  ] as const)('a refusal of %s has a message: %#', async (path, answer, sentence) => {
    browserWithEthereum();
    serve(`post /api/auth/${path}`, answer);
    const { user } = open();
    await user.click(await button('Continue with Ethereum'));
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  });
});

// @vitest-environment node
// Where the account has a second factor, the first step signs nobody in, and the second does what a sign-in does.
import { expect, test } from 'vitest';
import { profile, settled, world } from '../../test/session/world';
import type { FactorRequired } from '../api/sessions';
import type { SessionStore } from './session-store';

const asked: FactorRequired = {
  status: 'factor_required',
  challenge_token: 'challenge-1',
  expires_in: 300,
  factors: [{ id: 'factor-1', factor_type: 'totp', friendly_name: 'Phone' }],
  options: null,
};
const answer = { challenge_token: 'challenge-1', factor_id: 'factor-1', code: '123456' };

const proof = { auth_code: 'code', code_verifier: 'verifier' };
const signature = { message: 'message', signature: '0x0' };

test.each<[string, (store: SessionStore) => Promise<FactorRequired | null>]>([
  ['a password', (store) => store.signIn('ada@example.com', 'secret')],
  ['a mailed code', (store) => store.signInByCode('ada@example.com', '123456')],
  ['a provider', (store) => store.signInByProvider(proof)],
  ['a wallet', (store) => store.signInByWallet('ethereum', signature)],
])('after %s of an account with a factor nobody is signed in', async (_, firstStep) => {
  const { tab, api, stored } = world();
  const here = tab();
  await here.restore();
  api.createSession.mockResolvedValueOnce(asked as never);
  api.createSessionByCode.mockResolvedValueOnce(asked as never);
  api.createSessionByPkce.mockResolvedValueOnce(asked as never);
  api.createSessionByWallet.mockResolvedValueOnce(asked as never);
  expect(await firstStep(here)).toEqual(asked);
  await settled();
  expect(here.current()).toEqual({ status: 'signed-out' });
  expect(stored()).toBeNull();
});

test('the second step stores the session and reads the profile', async () => {
  const { tab, api, stored } = world();
  const here = tab();
  await here.restore();
  expect(await here.signInByFactor(answer)).toBeNull();
  await settled();
  expect(api.createSessionByFactor.mock.calls).toEqual([[answer]]);
  expect(stored()?.accessToken).toBe('access-1');
  expect(here.current()).toMatchObject({ status: 'signed-in', profile });
});

test('without a factor the first step is the whole', async () => {
  const { tab } = world();
  const here = tab();
  await here.restore();
  expect(await here.signIn('ada@example.com', 'secret')).toBeNull();
  expect(here.current().status).toBe('signed-in');
});

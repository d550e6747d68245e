// @vitest-environment node
// Where the account has a second factor, the first step signs nobody in, and the second does what a sign-in does.
import { expect, test } from 'vitest';
import { profile, settled, world } from '../../test/session-world';
import type { FactorRequired } from '../api/sessions';

const asked: FactorRequired = {
  status: 'factor_required',
  challenge_token: 'challenge-1',
  expires_in: 300,
  factors: [{ id: 'factor-1', factor_type: 'totp', friendly_name: 'Phone' }],
  options: null,
};
const answer = { challenge_token: 'challenge-1', factor_id: 'factor-1', code: '123456' };

test.each(['signIn', 'signInByCode'] as const)(
  'after %s of an account with a factor nobody is signed in',
  async (firstStep) => {
    const { tab, api, stored } = world();
    const here = tab();
    await here.restore();
    api.createSession.mockResolvedValueOnce(asked as never);
    api.createSessionByCode.mockResolvedValueOnce(asked as never);
    expect(await here[firstStep]('ada@example.com', 'secret')).toEqual(asked);
    await settled();
    expect(here.current()).toEqual({ status: 'signed-out' });
    expect(stored()).toBeNull();
  },
);

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

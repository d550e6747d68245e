// @vitest-environment node
// With the code of a mail one signs in as with a password: the same session, the same events, the same other tabs.
import { expect, test } from 'vitest';
import { profile, settled, world } from '../../test/session/world';
import { fromAnswer } from '../api/errors';
import type { SessionEvent } from './session-events';

const typesOf = (events: readonly SessionEvent[]) => events.map(({ type }) => type);

test('stores the session, reads the profile and announces both', async () => {
  const { tab, api, stored } = world();
  const here = tab();
  await here.restore();
  const events: SessionEvent[] = [];
  here.subscribe((event) => events.push(event));
  await here.signInByCode('ada@example.com', '123456');
  await settled();
  expect(api.createSessionByCode.mock.calls).toEqual([['ada@example.com', '123456']]);
  expect(api.createSession).not.toHaveBeenCalled();
  expect(stored()?.accessToken).toBe('access-1');
  expect(here.current()).toMatchObject({ status: 'signed-in', profile, roles: ['applicant'] });
  expect(typesOf(events)).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
});

test('is followed by the other tabs', async () => {
  const { tab } = world();
  const [here, other] = [tab(), tab()];
  await other.restore();
  await here.signInByCode('ada@example.com', '123456');
  await other.followOtherTabs();
  await settled();
  expect(other.current()).toMatchObject({ status: 'signed-in', profile });
});

test('waits for the sign-out before it, which would end this session too', async () => {
  // Only the sign-out lets the sign-in go on: no wait ever ends.
  const { tab, api } = world({ now: () => 0, sleep: () => new Promise(() => undefined) });
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  let ended: () => void = () => undefined;
  api.endSessions.mockReturnValueOnce(new Promise((resolve) => (ended = () => resolve(undefined))));
  const leaving = here.signOut();
  const coming = here.signInByCode('ada@example.com', '123456');
  await settled();
  expect(api.createSessionByCode).not.toHaveBeenCalled();
  ended();
  await Promise.all([leaving, coming]);
  expect(here.current().status).toBe('signed-in');
});

test('a refused code changes nothing', async () => {
  const { tab, api, stored } = world();
  const here = tab();
  await here.restore();
  const refusal = fromAnswer({ status: 401, body: { code: 'code_invalid', detail: 'No.' } });
  api.createSessionByCode.mockRejectedValueOnce(refusal);
  await expect(here.signInByCode('ada@example.com', '000000')).rejects.toBe(refusal);
  expect(here.current()).toEqual({ status: 'signed-out' });
  expect(stored()).toBeNull();
});

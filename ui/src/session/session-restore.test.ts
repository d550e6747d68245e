// @vitest-environment node
/** What a page starts with: nobody, or the session that is stored. */
import { expect, test } from 'vitest';
import { network, profile, refused, settled, world } from '../../test/session/world';

test('without a stored session nobody is signed in', async () => {
  const tab = world().tab();
  expect(tab.current().status).toBe('loading');
  await tab.restore();
  expect(tab.current()).toEqual({ status: 'signed-out' });
});

test('a stored session comes back, and its roles count only from the profile call', async () => {
  const { tab, api } = world();
  await tab().signIn('ada@example.com', 'secret');
  await settled();
  const later = tab();
  await later.restore();
  expect(later.current()).toMatchObject({ status: 'signed-in', profile, roles: ['applicant'] });
  expect(api.refreshSession).not.toHaveBeenCalled();
});

test('a profile that cannot be loaded is logged and leaves the roles unknown', async () => {
  const { tab, api, outside } = world();
  api.getCurrentUser.mockRejectedValue(network());
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  await settled();
  expect(here.current()).toMatchObject({ status: 'signed-in', profile: null, roles: 'unknown' });
  expect(outside.log).toHaveBeenCalledOnce();
});

test('an expired session is refreshed first', async () => {
  const { tab, pass } = world();
  await tab().signIn('ada@example.com', 'secret');
  pass(901_000);
  const later = tab();
  await later.restore();
  expect(await later.accessToken()).toBe('access-2');
});

test('an expired session that the server refuses is forgotten', async () => {
  const { tab, pass, api, stored } = world();
  await tab().signIn('ada@example.com', 'secret');
  pass(901_000);
  api.refreshSession.mockRejectedValue(refused());
  const later = tab();
  await later.restore();
  expect(later.current()).toEqual({ status: 'signed-out', asked: false });
  expect(stored()).toBeNull();
});

test('an outage keeps the person signed in', async () => {
  const { tab, pass, api, stored } = world();
  await tab().signIn('ada@example.com', 'secret');
  pass(901_000);
  api.refreshSession.mockRejectedValue(network());
  const later = tab();
  await later.restore();
  expect(later.current().status).toBe('signed-in');
  expect(stored()).not.toBeNull();
});

test('a stored session counts at once, however long its refresh takes', async () => {
  const { tab, api, pass } = world();
  await tab().signIn('ada@example.com', 'secret');
  pass(901_000);
  api.refreshSession.mockReturnValue(new Promise(() => undefined));
  const later = tab();
  void later.restore();
  expect(later.current()).toMatchObject({ status: 'signed-in', roles: 'loading' });
});

// @vitest-environment node
/** Where a session ends: for nobody, by another tab, by a refusal, and by running out during an outage. */
import { describe, expect, test } from 'vitest';
import { network, refused, world } from '../../test/session/world';

describe('for a visitor', () => {
  test('there is no token, nothing to renew and nothing to look after', async () => {
    const { tab, api } = world();
    const here = tab();
    expect(await here.accessToken()).toBeUndefined();
    expect(await here.recover(undefined)).toBe(false);
    expect(await here.refresh()).toBeNull();
    await here.tick();
    expect(here.current()).toEqual({ status: 'loading' });
    expect(api.refreshSession).not.toHaveBeenCalled();
    expect(api.getCurrentUser).not.toHaveBeenCalled();
  });
});

describe('another tab that signed out', () => {
  test('is noticed by a refresh, which asks the server nothing', async () => {
    const { tab, api, outside } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    outside.storage.clear();
    expect(await here.refresh()).toBeNull();
    expect(api.refreshSession).not.toHaveBeenCalled();
    expect(here.current()).toEqual({ status: 'signed-out', asked: false });
    expect(await here.recover('access-1')).toBe(false);
  });

  test('is noticed by a reading that has to refresh first', async () => {
    const { tab, pass, outside } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    pass(850_000);
    outside.storage.clear();
    expect(await here.accessToken()).toBeUndefined();
    expect(here.current().status).toBe('signed-out');
  });

  test('does not change why somebody is signed out here', async () => {
    const here = world().tab();
    await here.signIn('ada@example.com', 'secret');
    await here.signOut();
    await here.followOtherTabs();
    expect(here.current()).toEqual({ status: 'signed-out', asked: true });
  });
});

test('a refused refresh is logged with its cause, and nothing is worth another try', async () => {
  const { tab, api, outside } = world();
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  api.refreshSession.mockRejectedValue(refused());
  expect(await here.recover('access-1')).toBe(false);
  expect(outside.log).toHaveBeenCalledExactlyOnceWith(
    'The session could not be refreshed and has ended.',
    refused(),
  );
});

test.each([
  [899_999, 'access-1'],
  [900_000, 'a failure'],
  [900_001, 'a failure'],
])('after %i ms of an outage a reading gets %s', async (age, expected) => {
  // Waits take no time here: the outage is met at one instant.
  let now = 0;
  const { api, tab } = world({ now: () => now, sleep: async () => undefined });
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  now = age;
  api.refreshSession.mockRejectedValue(network());
  expect(await here.accessToken().catch(() => 'a failure')).toBe(expected);
});

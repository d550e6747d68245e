// @vitest-environment node
/** The answer to a refresh that comes when somebody has signed out, or in, meanwhile. */
import { describe, expect, test } from 'vitest';
import { network, refused, settled, world } from '../../test/session/world';
import { fromAnswer } from '../api/errors';
import type { SessionView } from '../api/sessions';

/** A tab whose refresh the server has not answered yet. */
async function duringRefresh() {
  const outside = world();
  const here = outside.tab();
  await here.signIn('ada@example.com', 'secret');
  const { promise, settle } = inHand<SessionView>();
  outside.api.refreshSession.mockReturnValueOnce(promise);
  const refreshing = here.refresh();
  await settled();
  return {
    ...outside,
    here,
    refreshing,
    /** The server grants a session, which is returned. */
    grant: async () => {
      const granted = await outside.api.createSession();
      settle.resolve(granted);
      return granted;
    },
    refuse: () => settle.reject(refused()),
  };
}

function inHand<T>() {
  const settle = {
    resolve: (_value: T): void => undefined,
    reject: (_cause: unknown): void => undefined,
  };
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return { promise, settle };
}

test('a stored session that comes back late does not sign in again who signed out meanwhile', async () => {
  const { tab, pass, api } = world();
  await tab().signIn('ada@example.com', 'secret');
  pass(901_000);
  const { promise, settle } = inHand<SessionView>();
  api.refreshSession.mockReturnValueOnce(promise);
  const later = tab();
  const restoring = later.restore();
  await settled();
  await later.signOut();
  settle.reject(fromAnswer({ status: 500, body: undefined }));
  await restoring;
  expect(later.current()).toEqual({ status: 'signed-out', asked: true });
});

describe('a session granted late', () => {
  test('signs nobody in after Sign Out', async () => {
    const { here, refreshing, grant, stored } = await duringRefresh();
    await here.signOut();
    await grant();
    expect(await refreshing).toBeNull();
    expect(stored()).toBeNull();
    expect(here.current()).toEqual({ status: 'signed-out', asked: true });
  });

  test('signs nobody in after an end that only the storage tells of', async () => {
    const { here, refreshing, grant, stored, outside } = await duringRefresh();
    outside.storage.clear();
    await grant();
    expect(await refreshing).toBeNull();
    expect(stored()).toBeNull();
    expect(here.current()).toEqual({ status: 'signed-out', asked: false });
  });

  test.each([
    [false, 'global'],
    [true, 'local'],
  ])(
    'after Sign Out is ended with its own token (signed in again: %s): %s',
    async (again, scope) => {
      const { here, refreshing, grant, api } = await duringRefresh();
      await here.signOut();
      if (again) await here.signIn('ada@example.com', 'secret');
      const { access_token: late } = await grant();
      await refreshing;
      expect(api.endSessions).toHaveBeenLastCalledWith(late, scope);
      expect(here.current().status).toBe(again ? 'signed-in' : 'signed-out');
    },
  );

  test('that cannot be ended after Sign Out is logged with the cause, and fails nothing', async () => {
    const { here, refreshing, grant, api, outside } = await duringRefresh();
    await here.signOut();
    api.endSessions.mockRejectedValueOnce(network());
    await grant();
    expect(await refreshing).toBeNull();
    expect(outside.log).toHaveBeenCalledExactlyOnceWith(
      'A session that was refreshed after the sign-out could not be ended.',
      network(),
    );
  });

  test('after an end that nobody asked for leaves the other devices signed in', async () => {
    const { here, refreshing, grant, api, outside } = await duringRefresh();
    outside.storage.clear();
    await here.followOtherTabs();
    await grant();
    expect(await refreshing).toBeNull();
    expect(api.endSessions).not.toHaveBeenCalled();
    expect(here.current()).toEqual({ status: 'signed-out', asked: false });
  });
});

describe('a refusal that comes late', () => {
  test('leaves the session of another tab standing', async () => {
    const { here, refreshing, refuse, tab, stored } = await duringRefresh();
    const other = tab();
    await other.restore();
    await other.signOut();
    await other.signIn('ada@example.com', 'secret');
    refuse();
    expect(await refreshing).toMatchObject({ accessToken: 'access-2' });
    expect(stored()?.refreshToken).toBe('refresh-2');
    expect(here.current()).toMatchObject({ status: 'signed-in', session: stored() });
  });

  test('ends the session here too where another tab has signed out', async () => {
    const { here, refreshing, refuse, outside } = await duringRefresh();
    outside.storage.clear();
    refuse();
    expect(await refreshing).toBeNull();
    expect(here.current().status).toBe('signed-out');
  });

  test('does not change that Sign Out was pressed', async () => {
    const { here, refreshing, refuse } = await duringRefresh();
    await here.signOut();
    refuse();
    expect(await refreshing).toBeNull();
    expect(here.current()).toEqual({ status: 'signed-out', asked: true });
  });
});

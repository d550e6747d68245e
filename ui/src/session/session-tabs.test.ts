// @vitest-environment node
/** What tabs tell each other: why a session ended, and one that storage refused. */
import { expect, test } from 'vitest';
import { network, profile, refused, settled, world } from '../../test/session-world';
import { ApiProblem } from '../api/errors';
import type { SessionView } from '../api/sessions';

async function twoTabs() {
  const outside = world();
  const [one, two] = [outside.tab(), outside.tab()];
  await one.signIn('ada@example.com', 'secret');
  await two.restore();
  return { ...outside, one, two };
}

test('a pressed Sign Out is known as one in every tab, whichever news comes first', async () => {
  for (const storageFirst of [true, false]) {
    const { one, two } = await twoTabs();
    const following = storageFirst ? two.followOtherTabs() : undefined;
    await one.signOut();
    await two.followOtherTabs();
    await following;
    expect(two.current()).toEqual({ status: 'signed-out', asked: true });
  }
});

test('a session that ended by itself is known as one in every tab', async () => {
  const { one, two, api } = await twoTabs();
  api.refreshSession.mockRejectedValue(refused());
  await one.refresh();
  expect(two.current()).toEqual({ status: 'signed-out', asked: false });
});

test('a storage that was emptied by hand ends the session, asked or not', async () => {
  const { two, outside } = await twoTabs();
  outside.storage.clear();
  await two.followOtherTabs();
  expect(two.current()).toEqual({ status: 'signed-out', asked: false });
});

test('late news of an end leave a later session alone', async () => {
  const { one, two, stored } = await twoTabs();
  const before = stored()?.refreshToken ?? '';
  await one.signOut();
  await one.signIn('ada@example.com', 'secret');
  await two.followOtherTabs();
  two.hear({ type: 'ended', asked: true, refreshToken: before });
  expect(two.current()).toMatchObject({ status: 'signed-in', session: stored() });
});

test('a change of the profile is read by every tab, and is in the stored session', async () => {
  const { one, two, api, stored } = await twoTabs();
  await settled();
  api.getCurrentUser.mockResolvedValue({ ...profile, first_name: 'Augusta' });
  const renewed = await api.refreshSession('');
  const user = { ...renewed.user, first_name: 'Augusta' };
  api.refreshSession.mockResolvedValueOnce({ ...renewed, user });
  await one.profileChanged();
  await two.followOtherTabs();
  await settled();
  for (const tab of [one, two])
    expect(tab.current()).toMatchObject({ profile: { first_name: 'Augusta' } });
  expect(stored()).toMatchObject({ user: { firstName: 'Augusta' } });
});

test('a change of the profile shows here although the session cannot be renewed', async () => {
  const { one, api, outside } = await twoTabs();
  await settled();
  api.getCurrentUser.mockResolvedValue({ ...profile, first_name: 'Augusta' });
  const limited = new ApiProblem(
    { kind: 'limited', waitSeconds: null },
    'Wait.',
    'rate_limited',
    429,
  );
  api.refreshSession.mockRejectedValue(limited);
  await one.profileChanged();
  expect(one.current()).toMatchObject({ profile: { first_name: 'Augusta' } });
  expect(outside.log).toHaveBeenCalledOnce();
});

test('who leaves asks the server nothing, and the other tabs are signed out as well', async () => {
  const { one, two, api, stored } = await twoTabs();
  one.leave();
  expect(stored()).toBeNull();
  for (const tab of [one, two])
    expect(tab.current()).toEqual({ status: 'signed-out', asked: true });
  expect(api.endSessions).not.toHaveBeenCalled();
});

test('a session that storage refuses goes to the other tabs, which refresh no used-up token', async () => {
  const { one, two, outside, api } = await twoTabs();
  outside.storage.write = () => {
    outside.storage.clear();
    return false;
  };
  await one.refresh();
  await two.followOtherTabs();
  expect(await two.accessToken()).toBe('access-2');
  await two.refresh();
  expect(api.refreshSession.mock.calls).toEqual([['refresh-1'], ['refresh-2']]);
});

test('a page that comes back from the cache forgets who signed out meanwhile, as if here', async () => {
  const { one, two, outside } = await twoTabs();
  outside.storage.clear();
  await two.comeBack();
  expect(two.current()).toEqual({ status: 'signed-out', asked: true });
  await one.signIn('ada@example.com', 'secret');
  await two.comeBack();
  expect(two.current()).toMatchObject({ status: 'signed-in' });
});

test('what a refresh brings after Sign Out is ended with its own token, for all unless somebody signed in', async () => {
  for (const [again, scope] of [
    [false, 'global'],
    [true, 'local'],
  ] as const) {
    const { tab, api, outside } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    let answer: (view: SessionView) => void = () => undefined;
    api.refreshSession.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const refreshing = here.refresh();
    await settled();
    api.endSessions.mockRejectedValueOnce(network());
    await here.signOut();
    if (again) await here.signIn('ada@example.com', 'secret');
    const late = await outside.api.createSession('', '');
    answer(late);
    await refreshing;
    expect(api.endSessions).toHaveBeenLastCalledWith(late.access_token, scope);
    expect(here.current().status).toBe(again ? 'signed-in' : 'signed-out');
  }
});

test('Sign Out sends the token in hand while it is good, and renews one that is not', async () => {
  const { tab, api, pass } = world();
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  pass(899_999);
  await here.signOut();
  expect(api.endSessions.mock.calls).toEqual([['access-1', 'global']]);
  expect(api.refreshSession).not.toHaveBeenCalled();

  await here.signIn('ada@example.com', 'secret');
  pass(900_000);
  await here.signOut();
  expect(api.refreshSession.mock.calls).toEqual([['refresh-2']]);
  expect(api.endSessions).toHaveBeenLastCalledWith('access-3', 'global');
});

test('a new sign-in waits for the sign-out before it', async () => {
  const { tab, api } = world({ now: () => 0, sleep: () => new Promise(() => undefined) });
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  const order: string[] = [];
  api.endSessions.mockImplementationOnce(async () => {
    await settled();
    order.push('ended');
  });
  void here.signOut();
  const before = api.createSession.getMockImplementation();
  api.createSession.mockImplementationOnce(async () => {
    order.push('begun');
    if (before === undefined) throw new Error('nobody signs in');
    return before();
  });
  await here.signIn('ada@example.com', 'secret');
  expect(order).toEqual(['ended', 'begun']);
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

// @vitest-environment node
/** What tabs tell each other: why a session ended, and one that storage refused. */
import { expect, test } from 'vitest';
import { profile, refused, settled, world } from '../../test/session/world';
import { ApiProblem } from '../api/errors';
import type { SessionWorld } from './session-world';
import type { TabMessage } from './tab-channel';

async function twoTabs() {
  const outside = world();
  const [one, two] = [outside.tab(), outside.tab()];
  await one.signIn('ada@example.com', 'secret');
  await two.restore();
  return { ...outside, one, two };
}

/** From now on a wait lasts until the function returned is called. */
function holdWaits(outside: SessionWorld): () => void {
  let wake: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (wake = resolve));
  outside.sleep = () => over;
  return wake;
}

test('a pressed Sign Out is known as one in every tab, whichever news comes first', async () => {
  const storageFirst = await twoTabs();
  storageFirst.outside.storage.clear();
  const following = storageFirst.two.followOtherTabs();
  await storageFirst.one.signOut();
  await following;

  const { two: toldFirst, stored } = await twoTabs();
  toldFirst.hear({ type: 'ended', asked: true, refreshToken: stored()?.refreshToken ?? '' });
  await toldFirst.followOtherTabs();

  for (const tab of [storageFirst.two, toldFirst])
    expect(tab.current()).toEqual({ status: 'signed-out', asked: true });
});

test('a pressed Sign Out is known as one in a tab that has not seen the last refresh', async () => {
  const { one, two } = await twoTabs();
  await one.refresh();
  await one.signOut();
  expect(two.current()).toEqual({ status: 'signed-out', asked: true });
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

test('late news of an end leaves a later session alone', async () => {
  const { one, two, stored } = await twoTabs();
  const before = stored()?.refreshToken ?? '';
  await one.signOut();
  await one.signIn('ada@example.com', 'secret');
  await two.followOtherTabs();
  two.hear({ type: 'ended', asked: true, refreshToken: before });
  expect(two.current()).toMatchObject({ status: 'signed-in', session: stored() });
});

test('late news of an end leaves a later session alone that this tab has not seen yet', async () => {
  const { one, two, outside, stored } = await twoTabs();
  const { id, refreshToken } = stored() ?? { refreshToken: '' };
  // The news are on their way, and so is that of the storage.
  outside.storage.clear();
  await one.signIn('ada@example.com', 'secret');
  two.hear({ type: 'ended', asked: true, refreshToken, ...(id && { id }) });
  expect(stored()?.id).not.toBe(id);
  expect(two.current()).toMatchObject({ status: 'signed-in', session: stored() });
});

test('late news of an end leaves a later session alone that storage refused', async () => {
  const { one, two, outside, stored } = await twoTabs();
  const { id, refreshToken } = stored() ?? { refreshToken: '' };
  await one.signOut();
  await one.signIn('ada@example.com', 'secret');
  await two.followOtherTabs();
  outside.storage.clear();
  two.hear({ type: 'ended', asked: true, refreshToken, ...(id && { id }) });
  expect(two.current().status).toBe('signed-in');
});

test('a session that was refreshed since is still the one that has ended', async () => {
  const { one, two, stored } = await twoTabs();
  await one.refresh();
  const { id, refreshToken } = stored() ?? { refreshToken: '' };
  await one.refresh();
  two.hear({ type: 'ended', asked: true, refreshToken, ...(id && { id }) });
  expect(two.current()).toEqual({ status: 'signed-out', asked: true });
});

test('who signs in again at once stays signed in in the tabs that have seen the end alone', async () => {
  const { one, two, outside, stored } = await twoTabs();
  const wake = holdWaits(outside);
  outside.storage.clear();
  const following = two.followOtherTabs();
  await one.signIn('ada@example.com', 'secret');
  wake();
  await following;
  expect(stored()?.accessToken).toBe('access-2');
  expect(two.current()).toMatchObject({ status: 'signed-in', session: stored() });
});

test('news of an end changes nothing in a tab where nobody is signed in', async () => {
  const { tab, outside } = world();
  const [one, visitor] = [tab(), tab()];
  await visitor.restore();
  await one.signIn('ada@example.com', 'secret');
  await one.signOut();
  const wake = holdWaits(outside);
  const following = visitor.followOtherTabs();
  expect(visitor.current()).toEqual({ status: 'signed-out' });
  await one.signIn('ada@example.com', 'secret');
  wake();
  await following;
  await visitor.followOtherTabs();
  expect(visitor.current().status).toBe('signed-in');
});

test('news that only a later version of the page knows is passed over', async () => {
  const { two, stored } = await twoTabs();
  two.hear({ type: 'renamed', refreshToken: stored()?.refreshToken } as unknown as TabMessage);
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
  expect(outside.log).toHaveBeenCalledExactlyOnceWith(
    'The session could not be renewed after a change of the profile.',
    limited,
  );
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

test('Sign Out reaches the other tabs', async () => {
  const { tab } = world();
  const one = tab();
  await one.signIn('ada@example.com', 'secret');
  const two = tab();
  await two.restore();
  await one.signOut();
  await two.followOtherTabs();
  expect(two.current().status).toBe('signed-out');
});

test('a sign-in in another tab is followed', async () => {
  const { tab } = world();
  const one = tab();
  const two = tab();
  await two.restore();
  await one.signIn('ada@example.com', 'secret');
  await two.followOtherTabs();
  await settled();
  expect(two.current()).toMatchObject({ status: 'signed-in', roles: ['applicant'] });
});

// @vitest-environment node
/** Tests several tabs of one browser, which communicate through storage and messages. */
import { expect, test } from 'vitest';
import { deferred } from '../../../test/deferred';
import {
  fakeSession,
  profile,
  refused,
  settled,
  twoTabs,
} from '../../../test/session/fake-session';
import type { StoredSession } from '../session-state';
import type { SessionDeps, TabMessage } from './session-deps';

const byUser = { status: 'signed-out', asked: true };
const expired = { status: 'signed-out', asked: false };

/** Makes every wait last until the returned function is called. */
function holdWaits(deps: SessionDeps): () => void {
  const wait = deferred();
  deps.sleep = () => wait.promise;
  return wait.resolve;
}

/** The message that a Sign Out of this session sends. */
const endOf = (session: StoredSession | null): TabMessage => {
  const { id, refreshToken } = session as StoredSession;
  return { type: 'ended', asked: true, refreshToken, ...(id && { id }) };
};

test('every tab notices Sign Out, whether storage or the message arrives first', async () => {
  const storageFirst = await twoTabs();
  storageFirst.deps.storage.clear();
  const following = storageFirst.two.followOtherTabs();
  await storageFirst.one.signOut();
  await following;

  const { two: messageFirst, stored } = await twoTabs();
  messageFirst.onTabMessage({
    type: 'ended',
    asked: true,
    refreshToken: stored()?.refreshToken ?? '',
  });
  await messageFirst.followOtherTabs();

  for (const tab of [storageFirst.two, messageFirst]) expect(tab.current()).toEqual(byUser);
});

test('a tab that missed a refresh notices Sign Out', async () => {
  const { one, two } = await twoTabs();
  await one.refresh();
  await one.signOut();
  expect(two.current()).toEqual(byUser);
});

test('every tab notices that a session has expired', async () => {
  const { one, two, api } = await twoTabs();
  api.refreshSession.mockRejectedValue(refused());
  await one.refresh();
  expect(two.current()).toEqual(expired);
});

test('clearing storage by hand ends the session', async () => {
  const { two, deps } = await twoTabs();
  deps.storage.clear();
  await two.followOtherTabs();
  expect(two.current()).toEqual(expired);
});

test('a sign-in in another tab is followed', async () => {
  const { tab, createSession } = fakeSession();
  const two = tab();
  await two.restore();
  await tab().signIn(createSession);
  await two.followOtherTabs();
  await settled();
  expect(two.current()).toMatchObject({ status: 'signed-in', profile, roles: ['applicant'] });
});

test('a late message about an earlier session does not end a later one', async () => {
  const { one, two, stored, signInAgain } = await twoTabs();
  const before = stored()?.refreshToken ?? '';
  await one.signOut();
  await signInAgain();
  await two.followOtherTabs();
  two.onTabMessage({ type: 'ended', asked: true, refreshToken: before });
  expect(two.current()).toMatchObject({ status: 'signed-in', session: stored() });
});

test('a late message does not end a later session that this tab has not read yet', async () => {
  const { two, deps, stored, signInAgain } = await twoTabs();
  const ended = stored();
  deps.storage.clear();
  await signInAgain();
  two.onTabMessage(endOf(ended));
  expect(stored()?.id).not.toBe(ended?.id);
  expect(two.current()).toMatchObject({ status: 'signed-in', session: stored() });
});

test('a late message does not end a later session that storage refused', async () => {
  const { one, two, deps, stored, signInAgain } = await twoTabs();
  const ended = stored();
  await one.signOut();
  await signInAgain();
  await two.followOtherTabs();
  deps.storage.clear();
  two.onTabMessage(endOf(ended));
  expect(two.current().status).toBe('signed-in');
});

test('a message with an earlier token of the session ends it', async () => {
  const { one, two, stored } = await twoTabs();
  await one.refresh();
  const earlier = stored();
  await one.refresh();
  two.onTabMessage(endOf(earlier));
  expect(two.current()).toEqual(byUser);
});

test('a tab that noticed only the end of a session follows the next sign-in', async () => {
  const { two, deps, stored, signInAgain } = await twoTabs();
  const wake = holdWaits(deps);
  deps.storage.clear();
  const following = two.followOtherTabs();
  await signInAgain();
  wake();
  await following;
  expect(stored()?.accessToken).toBe('access-2');
  expect(two.current()).toMatchObject({ status: 'signed-in', session: stored() });
});

test("the end of a session changes nothing in a visitor's tab", async () => {
  const { tab, deps, createSession } = fakeSession();
  const [one, visitor] = [tab(), tab()];
  await visitor.restore();
  await one.signIn(createSession);
  await one.signOut();
  const wake = holdWaits(deps);
  const following = visitor.followOtherTabs();
  expect(visitor.current()).toEqual({ status: 'signed-out' });
  await one.signIn(createSession);
  wake();
  await following;
  await visitor.followOtherTabs();
  expect(visitor.current().status).toBe('signed-in');
});

test('an unknown message of a later version is ignored', async () => {
  const { two, stored } = await twoTabs();
  const unknown = { type: 'renamed', refreshToken: stored()?.refreshToken };
  two.onTabMessage(unknown as unknown as TabMessage);
  expect(two.current()).toMatchObject({ status: 'signed-in', session: stored() });
});

test('every tab reads a changed profile, and storage contains the new name', async () => {
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

test('a local sign-out makes no request and signs out the other tabs', async () => {
  const { one, two, api, stored } = await twoTabs();
  one.signOutLocally();
  expect(stored()).toBeNull();
  for (const tab of [one, two]) expect(tab.current()).toEqual(byUser);
  expect(api.endSessions).not.toHaveBeenCalled();
});

test('a session that storage refuses is sent to the other tabs, which do not reuse its token', async () => {
  const { one, two, deps, api } = await twoTabs();
  deps.storage.write = () => {
    deps.storage.clear();
    return false;
  };
  await one.refresh();
  await two.followOtherTabs();
  expect(await two.accessToken()).toBe('access-2');
  await two.refresh();
  expect(api.refreshSession.mock.calls).toEqual([['refresh-1'], ['refresh-2']]);
});

test('a page from the back-forward cache treats a missing session as Sign Out by the user', async () => {
  const { two, deps, signInAgain } = await twoTabs();
  deps.storage.clear();
  await two.resume();
  expect(two.current()).toEqual(byUser);
  await signInAgain();
  await two.resume();
  expect(two.current()).toMatchObject({ status: 'signed-in' });
});

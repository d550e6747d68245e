// @vitest-environment node
/** Tests several tabs of one browser, which communicate through storage and messages. */
import { expect, test } from 'vitest';
import { deferred } from '../../test/deferred';
import { fakeSession, refused, twoTabs } from '../../test/session/fake-session';
import type { StoredSession } from './session-state';
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

type Tabs = Awaited<ReturnType<typeof twoTabs>>;

test.each<[string, object, (tabs: Tabs) => Promise<unknown>]>([
  [
    'Sign Out, if storage changes before the message',
    byUser,
    async ({ one, two, deps }) => {
      deps.storage.clear();
      const following = two.followOtherTabs();
      await one.signOut();
      await following;
    },
  ],
  [
    'Sign Out, if the message of an earlier version arrives before storage changes',
    byUser,
    async ({ two, stored }) => {
      const { refreshToken } = stored() as StoredSession;
      two.onTabMessage({ type: 'ended', asked: true, refreshToken });
      await two.followOtherTabs();
    },
  ],
  [
    'Sign Out, if the message of an earlier version arrives after storage changed',
    byUser,
    async ({ two, deps }) => {
      deps.storage.clear();
      two.onTabMessage({ type: 'ended', asked: true, refreshToken: '' });
    },
  ],
  [
    'Sign Out after refreshes that it missed',
    byUser,
    async ({ one, two, stored }) => {
      await one.refresh();
      const earlier = stored();
      await one.refresh();
      two.onTabMessage(endOf(earlier));
    },
  ],
  [
    'the end of an expired session',
    expired,
    async ({ one, api }) => {
      api.refreshSession.mockRejectedValue(refused());
      await one.refresh();
    },
  ],
  [
    'storage that was cleared by hand',
    expired,
    async ({ two, deps }) => {
      deps.storage.clear();
      await two.followOtherTabs();
    },
  ],
  [
    'Sign Out that it missed in the back-forward cache',
    byUser,
    async ({ two, deps }) => {
      deps.storage.clear();
      await two.resume();
    },
  ],
])('a tab notices %s', async (_, state, happen) => {
  const tabs = await twoTabs();
  await happen(tabs);
  expect(tabs.two.current()).toEqual(state);
  expect(tabs.stored()).toBeNull();
});

test.each<[string, (tabs: Tabs) => Promise<unknown>]>([
  [
    'after a late message about an earlier session',
    async ({ one, two, stored, signInAgain }) => {
      const before = stored();
      await one.signOut();
      await signInAgain();
      await two.followOtherTabs();
      two.onTabMessage(endOf(before));
    },
  ],
  [
    'that it has not read yet when a late message arrives',
    async ({ two, deps, stored, signInAgain }) => {
      const before = stored();
      deps.storage.clear();
      await signInAgain();
      two.onTabMessage(endOf(before));
    },
  ],
  [
    'after an unknown message of a later version',
    async ({ two, stored }) => {
      const unknown = { type: 'renamed', refreshToken: stored()?.refreshToken };
      two.onTabMessage(unknown as unknown as TabMessage);
    },
  ],
  [
    'of a sign-in while it noticed only the end of the earlier one',
    async ({ two, deps, signInAgain }) => {
      const wake = holdWaits(deps);
      deps.storage.clear();
      const following = two.followOtherTabs();
      await signInAgain();
      wake();
      await following;
    },
  ],
  [
    'of a sign-in that it missed in the back-forward cache',
    async ({ one, two, signInAgain }) => {
      await one.signOut();
      await signInAgain();
      await two.resume();
    },
  ],
])('a tab has the session %s', async (_, happen) => {
  const tabs = await twoTabs();
  await happen(tabs);
  expect(tabs.two.current()).toMatchObject({ status: 'signed-in', session: tabs.stored() });
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

test('a local sign-out makes no request and signs out the other tabs', async () => {
  const { one, two, api, stored } = await twoTabs();
  one.signOutLocally();
  expect(stored()).toBeNull();
  for (const tab of [one, two]) expect(tab.current()).toEqual(byUser);
  expect(api.endSessions).not.toHaveBeenCalled();
});

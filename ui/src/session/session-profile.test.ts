// @vitest-environment node
/** When profile and roles are read: once at a time, again with another token, and again after a failure. */
import { describe, expect, test } from 'vitest';
import { network, profile, settled, world } from '../../test/session/world';
import type { CurrentUser } from './session-state';

/** Somebody signed in whose first reading came to nothing. */
async function withoutProfile() {
  const outside = world();
  outside.api.getCurrentUser.mockRejectedValueOnce(network());
  const here = outside.tab();
  await here.signIn('ada@example.com', 'secret');
  await settled();
  expect(here.current()).toMatchObject({ profile: null, roles: 'unknown' });
  outside.api.getCurrentUser.mockClear();
  return { ...outside, here };
}

test('what is stored of a session is its id, its tokens, its end and its person', async () => {
  const { tab, stored, outside } = world();
  await tab().signIn('ada@example.com', 'secret');
  expect(stored()).toEqual({
    id: expect.any(String),
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    expiresAt: outside.now() + 60_000 + 900_000,
    clockOffset: 60_000,
    user: { id: 'ada', email: 'ada@example.com', firstName: 'Ada' },
  });
});

test('a token renewed during a reading starts no second one', async () => {
  const { tab, api } = world();
  let answer: (found: CurrentUser) => void = () => undefined;
  api.getCurrentUser.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  await here.refresh();
  expect(api.getCurrentUser).toHaveBeenCalledOnce();
  expect(here.current()).toMatchObject({ profile: null, roles: 'loading' });
  answer(profile);
  await settled();
  expect(here.current()).toMatchObject({ profile, roles: ['applicant'] });
});

test('a failed reading is logged with its cause', async () => {
  const { outside } = await withoutProfile();
  expect(outside.log).toHaveBeenCalledExactlyOnceWith(
    'The profile and roles could not be loaded.',
    network(),
  );
});

test('another tab that holds the same token starts no reading', async () => {
  const { tab, api } = world();
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  await settled();
  await here.followOtherTabs();
  expect(api.getCurrentUser).toHaveBeenCalledOnce();
});

test('another person in another tab does not get the profile of the one before', async () => {
  const { tab, api, outside, stored } = world();
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  await settled();
  const session = stored();
  if (session === null) throw new Error('nothing is stored');
  const bo = { ...session, accessToken: 'x', user: { id: 'bo', email: 'bo@b.example' } };
  outside.storage.write(bo);
  api.getCurrentUser.mockReturnValueOnce(new Promise(() => undefined));
  await here.followOtherTabs();
  expect(here.current()).toEqual({
    status: 'signed-in',
    session: bo,
    profile: null,
    roles: 'loading',
  });
});

describe('a tick', () => {
  test('reads the profile that is missing, and is over when it is there', async () => {
    const { here, api } = await withoutProfile();
    await here.tick();
    expect(api.getCurrentUser).toHaveBeenCalledOnce();
    expect(here.current()).toMatchObject({ profile });
    await here.tick();
    expect(api.getCurrentUser).toHaveBeenCalledOnce();
  });

  test('that renews the token reads the profile once', async () => {
    const { here, api, pass } = await withoutProfile();
    pass(800_000);
    await here.tick();
    expect(api.refreshSession).toHaveBeenCalledOnce();
    expect(api.getCurrentUser).toHaveBeenCalledOnce();
  });

  test('whose refresh fails is logged with its cause and reads nothing', async () => {
    const { here, api, pass, outside } = await withoutProfile();
    pass(800_000);
    api.refreshSession.mockRejectedValue(network());
    await here.tick();
    expect(outside.log).toHaveBeenLastCalledWith('The refresh will be tried again.', network());
    expect(api.getCurrentUser).not.toHaveBeenCalled();
    expect(here.current().status).toBe('signed-in');
  });

  test('leaves a reading that is under way alone', async () => {
    const { tab, api } = world();
    let answer: (found: CurrentUser) => void = () => undefined;
    api.getCurrentUser.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    const ticking = here.tick();
    await settled();
    expect(api.getCurrentUser).toHaveBeenCalledOnce();
    answer(profile);
    await ticking;
    expect(here.current()).toMatchObject({ profile });
  });
});

describe('the roles', () => {
  test('are read again with a renewed token, once in each tab and not with each call', async () => {
    const { tab, pass, api } = world();
    const one = tab();
    await one.signIn('ada@example.com', 'secret');
    const two = tab();
    await two.restore();
    await settled();
    api.getCurrentUser.mockClear().mockResolvedValue({ ...profile, roles: ['member'] });
    pass(850_000);
    await Promise.all(Array.from({ length: 10 }, () => one.accessToken()));
    await two.followOtherTabs();
    await two.followOtherTabs();
    await settled();
    expect(api.getCurrentUser).toHaveBeenCalledTimes(2);
    expect(one.current()).toMatchObject({ roles: ['member'] });
    expect(two.current()).toMatchObject({ roles: ['member'] });
  });

  test('of a person are not those of the one before, whose answer comes late', async () => {
    const { tab, api } = world();
    const here = tab();
    let answer: (found: typeof profile) => void = () => undefined;
    api.getCurrentUser.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await here.signIn('ada@example.com', 'secret');
    await here.signOut();
    await here.signIn('bo@example.com', 'secret');
    await settled();
    answer({ ...profile, roles: ['admin'] });
    await settled();
    expect(here.current()).toMatchObject({ roles: ['applicant'] });
  });
});

test('a profile read when nobody is signed in signs nobody in', async () => {
  const { tab } = world();
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  await here.signOut();
  await here.readProfile();
  expect(here.current()).toEqual({ status: 'signed-out', asked: true });
});

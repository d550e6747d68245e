// @vitest-environment node
/** Sign Out: at once here, with what is still good on the server, and before the next sign-in. */
import { describe, expect, test } from 'vitest';
import { network, refused, settled, world } from '../../test/session/world';

describe('Sign Out', () => {
  test('ends the sessions on the server and here', async () => {
    const { tab, api, stored } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    await here.signOut();
    expect(api.endSessions).toHaveBeenCalledOnce();
    expect(stored()).toBeNull();
    expect(here.current()).toEqual({ status: 'signed-out', asked: true });
  });

  test('works while the server is away', async () => {
    const { tab, api } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    api.endSessions.mockReturnValue(new Promise(() => undefined));
    void here.signOut();
    expect(here.current().status).toBe('signed-out');
  });

  test('is what was asked for even where the session turns out to have ended before', async () => {
    const { tab, api } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    api.refreshSession.mockRejectedValue(refused());
    api.endSessions.mockRejectedValue(refused());
    await here.signOut();
    expect(here.current()).toEqual({ status: 'signed-out', asked: true });
  });

  test('sends the token in hand while it is good, and renews one that is not', async () => {
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

  test('renews a token that is refused before its time, and ends the sessions with that', async () => {
    const { tab, api, outside } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    api.endSessions.mockRejectedValueOnce(refused());
    await here.signOut();
    expect(api.refreshSession.mock.calls).toEqual([['refresh-1']]);
    expect(api.endSessions.mock.calls).toEqual([
      ['access-1', 'global'],
      ['access-2', 'global'],
    ]);
    expect(outside.log).not.toHaveBeenCalled();
  });

  test('that the server does not hear of is logged with its cause, and asks for no new token', async () => {
    const { tab, api, outside } = world();
    const here = tab();
    await here.signIn('ada@example.com', 'secret');
    api.endSessions.mockRejectedValue(network());
    await here.signOut();
    expect(outside.log).toHaveBeenCalledExactlyOnceWith(
      'The server could not be told of the sign-out.',
      network(),
    );
    expect(api.refreshSession).not.toHaveBeenCalled();
  });

  test('where nobody is signed in asks the server nothing', async () => {
    const { tab, api, outside } = world();
    const here = tab();
    await here.restore();
    await here.signOut();
    expect(here.current()).toEqual({ status: 'signed-out' });
    expect(api.endSessions).not.toHaveBeenCalled();
    expect(outside.log).not.toHaveBeenCalled();
  });
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

test('a sign-out that the server does not answer holds up the next sign-in for 5 s', async () => {
  const { tab, api, outside } = world();
  const here = tab();
  await here.signIn('ada@example.com', 'secret');
  api.endSessions.mockReturnValueOnce(new Promise(() => undefined));
  void here.signOut();
  const before = outside.now();
  await here.signIn('ada@example.com', 'secret');
  expect(outside.now() - before).toBe(5_000);
  expect(here.current().status).toBe('signed-in');
});

test('a tab that has missed refreshes of others signs out with the newest token', async () => {
  const { tab, api, pass } = world();
  const [one, two] = [tab(), tab()];
  await one.signIn('ada@example.com', 'secret');
  await two.restore();
  for (let times = 0; times < 3; times += 1) await one.refresh();
  pass(1_000_000);
  api.refreshSession.mockClear();
  await two.signOut();
  expect(api.refreshSession.mock.calls).toEqual([['refresh-4']]);
});

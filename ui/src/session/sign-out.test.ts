import { expect, test, vi } from 'vitest';
import { beforeSignOut, leave, signOut } from './sign-out';

const { ended, left } = vi.hoisted(() => ({ ended: vi.fn(async () => undefined), left: vi.fn() }));
vi.mock('./browser-session', () => ({ sessionStore: { signOut: ended, leave: left } }));

test("signing out is the session's own, and is waited for", async () => {
  let finish: () => void = () => undefined;
  ended.mockReturnValueOnce(new Promise((resolve) => (finish = () => resolve(undefined))));
  const done = vi.fn();
  const signingOut = signOut().then(done);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect(done).not.toHaveBeenCalled();
  finish();
  await signingOut;
  expect(done).toHaveBeenCalledOnce();
});

test('who deletes the account leaves, and the server is not asked to end what it has ended', async () => {
  ended.mockClear();
  await leave();
  expect(left).toHaveBeenCalledOnce();
  expect(ended).not.toHaveBeenCalled();
});

test('unsaved work is saved first, and held up for two seconds at most', async () => {
  vi.useFakeTimers();
  ended.mockClear();
  let finish: () => void = () => undefined;
  const save = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const takeBack = beforeSignOut(save);
  const fails = beforeSignOut(() => Promise.reject(new Error('No line.')));

  const first = signOut();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(save).toHaveBeenCalledOnce();
  expect(ended).not.toHaveBeenCalled();
  finish();
  await first;
  expect(ended).toHaveBeenCalledOnce();

  const second = signOut();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(ended).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  await second;
  expect(ended).toHaveBeenCalledTimes(2);

  takeBack();
  fails();
  await signOut();
  expect(save).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

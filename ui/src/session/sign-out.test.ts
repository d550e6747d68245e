import { expect, test, vi } from 'vitest';
import { leave, signOut } from './sign-out';

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

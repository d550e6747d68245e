import { expect, test, vi } from 'vitest';
import { signOut } from './sign-out';

const { ended } = vi.hoisted(() => ({ ended: vi.fn(async () => undefined) }));
vi.mock('./browser-session', () => ({ sessionStore: { signOut: ended } }));

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

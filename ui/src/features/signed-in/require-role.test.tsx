import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { delay } from 'msw';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { problem, serve, sessionView } from '../../../test/api/mock-api';
import { renderPage } from '../../../test/screens/render-page';
import { signedInAs, storeSession, withRealSession } from '../../../test/api/real-session';
import { getCurrentUser } from '../../api/sessions';
import { sessionStore } from '../../session/browser-session';
import { isAdmin } from '../../session/roles';
import { sessionState } from '../../session/session-state';
import { AccountUnchecked } from './account-unchecked';
import { RequireRole, queryCache } from './require-role';

withRealSession();

const guarded = (page: (userId: string) => ReactNode) => () => (
  <RequireRole
    allows={isAdmin}
    waiting="waiting"
    unchecked={<AccountUnchecked />}
    visitor="visitor"
    refused="refused"
  >
    {page}
  </RequireRole>
);
const open = () =>
  renderPage(
    guarded((userId) => `the page of ${userId}`),
    '/page',
  );
/** Signs in a user whose roles never arrive. */
function loadRoles() {
  serve('get /api/users/me', () => delay('infinite'));
  storeSession();
  void sessionStore.restore();
}

test.each<[string, () => unknown, string]>([
  ['a visitor', () => undefined, 'visitor'],
  ['a user with another role', () => signedInAs('applicant', 'member'), 'refused'],
  ['a user with the role', () => signedInAs('admin'), `the page of ${sessionView().user.id}`],
  ['a user whose roles are loading', loadRoles, 'waiting'],
])('the content for %s', async (_, prepare, content) => {
  await prepare();
  open();
  expect(await screen.findByText(content)).toBeTruthy();
});

test('roles that do not arrive are reported after three seconds', async () => {
  loadRoles();
  vi.useFakeTimers();
  open();
  act(() => void vi.advanceTimersByTime(2_999));
  expect(screen.getByText('waiting')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('We couldn’t check your account yet')).toBeTruthy();
  vi.useRealTimers();
});

describe('cached responses', () => {
  function Profile() {
    const { data, error } = useQuery({
      queryKey: ['me'],
      queryFn: () => getCurrentUser(),
      meta: { failure: { title: 'Error', description: 'Not available' } },
    });
    return <p>{error ? 'failed' : `name: ${data?.first_name ?? 'unknown'}`}</p>;
  }
  const ProfilePage = guarded((userId) => <Profile key={userId} />);

  test('are shown immediately on the next visit, but not to another user', async () => {
    await signedInAs('admin');
    const { unmount } = renderPage(ProfilePage, '/page');
    expect(await screen.findByText('name: Ada')).toBeTruthy();
    unmount();
    serve('get /api/users/me', () => delay('infinite'));
    const again = renderPage(ProfilePage, '/page');
    expect(screen.getByText('name: Ada')).toBeTruthy();

    const state = sessionState.current();
    if (state.status !== 'signed-in') throw new Error('No user is signed in.');
    const user = { id: 'grace', email: 'grace@example.com' };
    act(() => sessionState.set({ ...state, session: { ...state.session, user } }));
    expect(screen.getByText('name: unknown')).toBeTruthy();
    again.unmount();
  });

  test('are deleted at sign-out', async () => {
    await signedInAs('admin');
    renderPage(ProfilePage, '/page');
    await screen.findByText('name: Ada');
    act(() => sessionState.set({ status: 'signed-out', asked: true }));
    expect(screen.getByText('visitor')).toBeTruthy();
    expect(queryCache.getQueryCache().getAll()).toEqual([]);
  });

  test('report a failed request with a toast and a log entry', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await signedInAs('admin');
    serve('get /api/users/me', () => problem(500, 'internal_error', 'Broken.'));
    renderPage(ProfilePage, '/page');
    expect(await screen.findByText('failed')).toBeTruthy();
    expect(screen.getByText('Not available')).toBeTruthy();
    expect(log).toHaveBeenCalledWith('The query me failed.', expect.anything());
  });
});

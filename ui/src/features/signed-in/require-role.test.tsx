import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { currentUser, problem, server, serveApi, sessionView } from '../../../test/api/mock-api';
import { renderPage } from '../../../test/screens/render-page';
import { signedInAs, storeSession, withRealSession } from '../../../test/api/real-session';
import { getCurrentUser } from '../../api/users';
import { sessionStore } from '../../session/browser-session';
import { isAdmin } from '../../session/roles';
import { sessionBoard } from '../../session/session-board';
import { AccountUnchecked } from './account-unchecked';
import { queryCache } from './query-cache';
import { RequireRole } from './require-role';

serveApi();
withRealSession();
beforeEach(() => queryCache.clear());

function Page() {
  return (
    <RequireRole
      allows={isAdmin}
      waiting="waiting"
      unchecked={<AccountUnchecked />}
      visitor="visitor"
      refused="refused"
    >
      {(userId) => `the page of ${userId}`}
    </RequireRole>
  );
}
const open = () => renderPage(Page, '/page');

describe('who sees what', () => {
  test('a visitor', () => {
    open();
    expect(screen.getByText('visitor')).toBeTruthy();
  });
  test('somebody with another role', async () => {
    await signedInAs('applicant', 'member');
    open();
    expect(screen.getByText('refused')).toBeTruthy();
  });
  test('somebody with the role', async () => {
    await signedInAs('admin');
    open();
    expect(screen.getByText(`the page of ${sessionView().user.id}`)).toBeTruthy();
  });
  test('somebody whose roles are on their way', async () => {
    server.use(http.get('/api/users/me', async () => delay('infinite')));
    storeSession();
    void sessionStore.restore();
    open();
    expect(await screen.findByText('waiting')).toBeTruthy();
  });
});

describe('roles that cannot be read', () => {
  test('turn nobody away: the page tries again in place', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await signedInAs('admin');
    await act(async () => {
      localStorage.clear();
      await sessionStore.restore();
      storeSession();
      server.use(http.get('/api/users/me', () => problem(500, 'internal_error', 'Broken.')));
      await sessionStore.restore();
    });
    const { user } = open();
    expect(screen.queryByText('refused')).toBeNull();
    expect(screen.getByText('Your account could not be checked yet')).toBeTruthy();
    server.use(http.get('/api/users/me', () => HttpResponse.json(currentUser(['admin']))));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(`the page of ${sessionView().user.id}`)).toBeTruthy();
  });

  test('that are late are said to be so after three seconds', async () => {
    server.use(http.get('/api/users/me', async () => delay('infinite')));
    storeSession();
    void sessionStore.restore();
    vi.useFakeTimers();
    open();
    act(() => void vi.advanceTimersByTime(2_999));
    expect(screen.getByText('waiting')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByText('Your account could not be checked yet')).toBeTruthy();
    vi.useRealTimers();
  });
});

describe('the answers of the server', () => {
  test('are asked for again on a page that comes back from the cache of the browser', async () => {
    await signedInAs('admin');
    renderPage(Asking, '/page');
    await screen.findByText('answer: Ada');
    const renamed = { ...currentUser(['admin']), first_name: 'Grace' };
    server.use(http.get('/api/users/me', () => HttpResponse.json(renamed)));
    const shown = (persisted: boolean) =>
      act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted })));
    shown(false);
    expect(queryCache.isFetching()).toBe(0);
    shown(true);
    expect(await screen.findByText('answer: Grace')).toBeTruthy();
  });

  function Answer() {
    const { data, error } = useQuery({
      queryKey: ['me'],
      queryFn: () => getCurrentUser(),
      meta: { failure: { title: 'Error', description: 'Not to be had' } },
    });
    return <p>{error ? 'failed' : `answer: ${data?.first_name ?? 'none yet'}`}</p>;
  }
  const Asking = () => (
    <RequireRole
      allows={isAdmin}
      waiting="waiting"
      unchecked={<AccountUnchecked />}
      visitor="visitor"
      refused="refused"
    >
      {(userId) => <Answer key={userId} />}
    </RequireRole>
  );

  test('are shown at once the next time, and never to another person', async () => {
    await signedInAs('admin');
    const { unmount } = renderPage(Asking, '/page');
    expect(await screen.findByText('answer: Ada')).toBeTruthy();
    unmount();
    server.use(http.get('/api/users/me', async () => delay('infinite')));
    const again = renderPage(Asking, '/page');
    expect(screen.getByText('answer: Ada')).toBeTruthy();

    const state = sessionBoard.current();
    if (state.status !== 'signed-in') throw new Error('Nobody is signed in.');
    const user = { id: 'grace', email: 'grace@example.com' };
    act(() => sessionBoard.post({ ...state, session: { ...state.session, user } }));
    expect(screen.getByText('answer: none yet')).toBeTruthy();
    again.unmount();
  });

  test('are gone after a sign-out', async () => {
    await signedInAs('admin');
    renderPage(Asking, '/page');
    await screen.findByText('answer: Ada');
    act(() => sessionBoard.post({ status: 'signed-out', asked: true }));
    expect(screen.getByText('visitor')).toBeTruthy();
    expect(queryCache.getQueryCache().getAll()).toEqual([]);
  });

  test('that do not come are told by a toast and in the log', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await signedInAs('admin');
    server.use(http.get('/api/users/me', () => problem(500, 'internal_error', 'Broken.')));
    renderPage(Asking, '/page');
    expect(await screen.findByText('failed')).toBeTruthy();
    expect(screen.getByText('Not to be had')).toBeTruthy();
    expect(log).toHaveBeenCalledWith('The query me failed.', expect.anything());
  });
});

import { act, screen } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { problem, serve, server } from '../../../test/api/mock-api';
import {
  expectHeading,
  nothingPending,
  open,
  openForm,
  receipt,
  set,
  withApplicant,
} from '../../../test/api/apply-page';
import { expectArrivalAt } from '../../../test/screens/render-page';
import { signedInAs, storeSession } from '../../../test/api/real-session';
import { dropDraft, openDraft } from '../../features/application/draft/current-draft';
import { sessionStore } from '../../session/browser-session';

withApplicant();

describe('access', () => {
  beforeEach(async () => {
    localStorage.clear();
    await sessionStore.restore();
  });
  test('the page is blank while the session loads', async () => {
    serve('get /api/users/me', () => delay('infinite'));
    storeSession();
    void sessionStore.restore();
    open();
    expect(screen.getByRole('main').textContent).toBe('');
  });
  test('a visitor is sent to /auth', async () => {
    open();
    await expectArrivalAt('/auth');
  });
  test.each(['member', 'admin'] as const)('a %s is sent to the home page', async (role) => {
    await signedInAs(role);
    open();
    await expectArrivalAt('/');
  });
});

describe('the check for a pending application', () => {
  beforeEach(() => signedInAs('applicant'));

  test('shows a message while it runs', async () => {
    serve('get /api/applications/mine', () => delay('infinite'));
    open();
    expect(await screen.findByText('Checking application status...')).toBeTruthy();
  });

  test('shows a pending application', async () => {
    let search = '';
    server.use(
      http.get('/api/applications/mine', ({ request }) => {
        search = new URL(request.url).search;
        return HttpResponse.json({ ...nothingPending, items: [receipt], total: 1 });
      }),
    );
    open();
    await expectHeading('Application Already Submitted');
    expect(search).toBe('?status=pending&limit=1');
    expect(screen.getByText('Pending Review')).toBeTruthy();
    expect(screen.getByText('March 5, 2026').getAttribute('datetime')).toBe(receipt.submitted_at);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/educators-forum', '/store']);
    expect(document.querySelector('[aria-current=step]')?.textContent).toContain('Received');
    await expectAccessible();
  });

  test('opens the form if the check fails, and logs the failure', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    serve('get /api/applications/mine', () => problem(500, 'internal_error', 'Something broke.'));
    await openForm();
    expect(screen.queryByText('Something broke.')).toBeNull();
    expect(log).toHaveBeenCalled();
  });
});

describe('unsent answers', () => {
  test('make the browser confirm leaving only while there is a draft', async () => {
    const listening = new Set<unknown>();
    vi.spyOn(window, 'addEventListener').mockImplementation((type, listener) => {
      if (type === 'beforeunload') listening.add(listener);
    });
    vi.spyOn(window, 'removeEventListener').mockImplementation((type, listener) => {
      if (type === 'beforeunload') listening.delete(listener);
    });
    openDraft('user-1');
    expect(listening.size).toBe(1);
    dropDraft();
    expect(listening.size).toBe(0);
  });

  test('are kept when the session ends elsewhere, and the page explains why it ended', async () => {
    await openForm();
    set('School District', 'Lake County');
    localStorage.clear();
    await act(() => sessionStore.followOtherTabs());
    await expectArrivalAt('/auth');
    expect(screen.getByText('Your session has ended')).toBeTruthy();
    expect(screen.getByText(/Your answers are still here/)).toBeTruthy();
    expect(sessionStorage.getItem('educators-forum.waiting.application')).toContain('Lake County');
  });
});

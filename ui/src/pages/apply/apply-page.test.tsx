import { act, screen } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { problem, server, serveApi } from '../../../test/api/mock-api';
import { expectHeading, nothingPending, open, receipt, set } from '../../../test/api/apply-page';
import { expectArrivalAt } from '../../../test/screens/render-page';
import { signedInAs, storeSession, withRealSession } from '../../../test/api/real-session';
import { dropDraft, openDraft } from '../../features/application/draft-of-person';
import { sessionStore } from '../../session/browser-session';

serveApi();
withRealSession();
afterEach(dropDraft);

describe('who may see it', () => {
  test('while the session loads nothing is shown', async () => {
    server.use(
      http.get('/api/users/me', async () => {
        await delay('infinite');
        return HttpResponse.json({});
      }),
    );
    storeSession();
    void sessionStore.restore();
    open();
    expect(screen.getByRole('main').textContent).toBe('');
  });
  test('a visitor goes to /auth', async () => {
    open();
    await expectArrivalAt('/auth');
  });
  test.each(['member', 'admin'] as const)('a %s goes to the start page', async (role) => {
    await signedInAs(role);
    open();
    await expectArrivalAt('/');
  });
});

describe('the check for a pending application', () => {
  beforeEach(() => signedInAs('applicant'));

  test('says what it does while it runs', async () => {
    server.use(
      http.get('/api/applications/mine', async () => {
        await delay('infinite');
        return HttpResponse.json(nothingPending);
      }),
    );
    open();
    expect(await screen.findByText('Checking application status...')).toBeTruthy();
  });

  test('leads to the application that is already there', async () => {
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
    expect(document.querySelector('[aria-current=step]')?.textContent).toContain(
      'Read by a person',
    );
    await expectAccessible();
  });

  test('that fails is logged only, and the form opens', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.use(
      http.get('/api/applications/mine', () => problem(500, 'internal_error', 'Something broke.')),
    );
    open();
    await expectHeading('Professional Information');
    expect(screen.queryByText('Something broke.')).toBeNull();
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});

describe('unsent answers', () => {
  beforeEach(async () => {
    server.use(http.get('/api/applications/mine', () => HttpResponse.json(nothingPending)));
    await signedInAs('applicant');
  });
  const leaving = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test('make the browser ask before the tab is closed only where nothing keeps them', async () => {
    open();
    await expectHeading('Professional Information');
    set('School District', 'Lake County');
    expect(leaving()).toBe(false);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    set('School District', 'Lake County, north');
    expect(leaving()).toBe(true);
    await screen.findByText('Saved');
    expect(leaving()).toBe(false);
    full.mockRestore();
  });

  test('make the browser ask only while there is a draft', async () => {
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

  test('go with a pressed Sign Out', async () => {
    server.use(http.delete('/api/auth/sessions', () => new HttpResponse(null, { status: 204 })));
    open();
    await expectHeading('Professional Information');
    set('School District', 'Lake County');
    await act(() => sessionStore.signOut());
    await expectArrivalAt('/auth');
    expect(sessionStorage).toHaveLength(0);
    expect(screen.queryByText('Your session has ended')).toBeNull();
  });

  test('outlive a session that ended elsewhere, and the way to the sign-in form is explained', async () => {
    open();
    await expectHeading('Professional Information');
    set('School District', 'Lake County');
    localStorage.clear();
    await act(() => sessionStore.followOtherTabs());
    await expectArrivalAt('/auth');
    expect(screen.getByText('Your session has ended')).toBeTruthy();
    expect(screen.getByText(/Your answers are still here/)).toBeTruthy();
    expect(sessionStorage.getItem('educators-forum.waiting.application')).toContain('Lake County');
  });
});

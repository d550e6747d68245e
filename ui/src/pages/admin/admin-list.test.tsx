/** Tests search, filters, paging, sorting and decisions in the list on /admin, and the application dialog. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { applicationList, detail, problem, serve } from '../../../test/api/mock-api';
import {
  ada,
  approveAda,
  button,
  counts,
  grace,
  open,
  serveAdmin,
  serveList,
} from '../../../test/api/admin-page';
import { serveReview } from '../../../test/api/review-server';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { expectAccessible } from '../../../test/screens/axe';

withRealSession();
beforeEach(serveAdmin);

/** The queries of the requests for the numbers by state. */
function serveStates(): string[] {
  const asked: string[] = [];
  serve('get /api/admin/applications/states', (_, { request }) => {
    asked.push(new URL(request.url).search);
    const items = [
      { state: 'TX', state_name: 'Texas', count: 1200 },
      { state: 'OH', state_name: 'Ohio', count: 7 },
      { state: null, state_name: null, count: 3 },
    ];
    return HttpResponse.json({ items, next_cursor: null, is_exact: true });
  });
  return asked;
}

describe('search, filter and pages', () => {
  beforeEach(() => signedInAs('admin'));

  test('are in the URL and in the request', async () => {
    const searches = serveList(ada);
    const { user, router } = open();
    await approveAda();
    await user.type(screen.getByLabelText('Search applications'), 'ada');
    await waitFor(() => expect(router.state.location.search).toBe('?q=ada'));
    await user.click(screen.getByRole('radio', { name: /^Pending/ }));
    await waitFor(() => expect(router.state.location.search).toBe('?q=ada&status=pending'));
    await waitFor(() =>
      expect(searches.at(-1)).toBe('?status=pending&q=ada&limit=25&sort=submitted_at&order=desc'),
    );
  });

  test('by notes is in the URL, the list and the numbers by state', async () => {
    const searches = serveList(ada);
    const asked = serveStates();
    const { user, router } = open();
    await user.click(await button('Filters'));
    await user.selectOptions(screen.getByLabelText('Notes'), 'With notes');
    await waitFor(() => expect(router.state.location.search).toBe('?notes=with'));
    await waitFor(() => expect(searches.at(-1)).toContain('has_notes=true'));
    await waitFor(() => expect(asked).toEqual(['', '?has_notes=true']));
    await user.click(await button('Remove With notes'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  test('of the list are those of the export', async () => {
    const searches = serveList(ada);
    const exported: URLSearchParams[] = [];
    serve('get /api/admin/applications/export', (_, { request }) => {
      exported.push(new URL(request.url).searchParams);
      return HttpResponse.error();
    });
    const { user } = open(
      '/admin?q=ada&status=pending&state=TX&subject=math&from=2026-02-01&to=2026-02-28&notes=without&sort=name',
    );
    await approveAda();
    await user.click(screen.getByRole('button', { name: /^Export \d/ }));
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(exported).toHaveLength(1));
    const listed = new URLSearchParams(searches[0]);
    listed.delete('limit');
    listed.set('bom', 'true');
    expect(new Map(exported[0])).toEqual(new Map(listed));
    expect(listed.size).toBe(10);
  });

  test('the number of each state is a button that filters by it', async () => {
    const searches = serveList(ada);
    const asked = serveStates();
    const { user, router } = open('/admin?subject=math');
    await user.click(await button('Filters (1)'));
    const texas = await button('Texas 1,200');
    expect(texas.ariaPressed).toBe('false');
    await user.click(texas);
    await waitFor(() => expect(router.state.location.search).toBe('?subject=math&state=TX'));
    expect((await button('Texas 1,200')).ariaPressed).toBe('true');
    await user.click(await button('Texas 1,200'));
    await waitFor(() => expect(router.state.location.search).toBe('?subject=math'));
    await user.click(await button('Other places: 3'));
    await waitFor(() =>
      expect(router.state.location.search).toBe('?subject=math&state=Other+places'),
    );
    await waitFor(() => expect(searches.at(-1)).toContain('other_places=true'));
    expect(new Set(asked)).toEqual(new Set(['?subject=math']));
  });

  test('page by cursor and show the range of rows', async () => {
    const { searches } = serveReview();
    const { user, router } = open();
    await button('View Teacher 1’s application');
    expect(await screen.findByText('Showing 1–25 of 60 applications')).toBeTruthy();
    expect((await button('Previous page')).ariaDisabled).toBe('true');
    await user.click(await button('Next page'));
    expect(await screen.findByText('Showing 26–50 of 60 applications')).toBeTruthy();
    expect(searches.at(-1)).toBe('?limit=25&cursor=25&sort=submitted_at&order=desc');
    expect(router.state.location.search).toBe('?cursor=25&at=26-60');
    await user.click(await button('Next page'));
    expect(await screen.findByText('Showing 51–60 of 60 applications')).toBeTruthy();
    expect((await button('Next page')).ariaDisabled).toBe('true');
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Showing 26–50 of 60 applications')).toBeTruthy();
  });

  test('show an estimated total as a minimum', async () => {
    serve('get /api/admin/applications', () =>
      HttpResponse.json(
        applicationList([ada], { total: 1000, total_is_exact: false, next_cursor: 'more' }),
      ),
    );
    open('/admin?q=a');
    expect(await screen.findByText('Showing 1–1 of more than 1,000 applications')).toBeTruthy();
    await button('Export more than 1,000 applications');
  });

  test('an invalid cursor leads to the first page without an error', async () => {
    serve('get /api/admin/applications', (_, { request }) =>
      new URL(request.url).searchParams.has('cursor')
        ? problem(422, 'invalid_cursor', 'This cursor is not of this list.')
        : HttpResponse.json(applicationList([ada])),
    );
    const { router } = open('/admin?cursor=old&at=26-60');
    expect(await screen.findByText(/here is the first one/)).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await approveAda();
    expect(screen.queryByText('Failed to fetch applications')).toBeNull();
  });
});

describe('deciding', () => {
  beforeEach(() => signedInAs('admin'));

  test.each([
    ['Approve', 'approved', 'Application approved successfully'],
    ['Reject', 'rejected', 'Application rejected successfully'],
  ] as const)(
    '%s decides once, without confirmation, and focuses View',
    async (action, status, message) => {
      serveList(ada, grace);
      const sent = serve('post /api/admin/applications/app-1/decision', () =>
        HttpResponse.json({
          ...detail({ status, reviewed_at: '2026-03-07T10:00:00Z' }),
          undo_seconds: 0,
        }),
      );
      open();
      const pressed = await button(`${action} Ada Lovelace’s application`);
      act(() => {
        pressed.click();
        pressed.click();
      });
      expect(await screen.findByText('Success')).toBeTruthy();
      expect(screen.getByText(message)).toBeTruthy();
      expect(sent).toEqual([{ decision: status, version: 1 }]);
      expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
      expect(counts()).toEqual(['2', '0', status === 'approved' ? '2' : '1']);
      expect(document.activeElement).toBe(await button('View Ada Lovelace’s application'));
    },
  );

  test("another administrator's earlier decision shows a toast and updates the row", async () => {
    serveList(ada);
    const { user } = open();
    const approve = await approveAda();
    serve('post /api/admin/applications/app-1/decision', () =>
      problem(409, 'application_already_decided', 'Already rejected.'),
    );
    serve('get /api/applications/app-1', () => HttpResponse.json(detail({ status: 'rejected' })));
    await user.click(approve);
    expect(await screen.findByText(/^Failed to update application. Someone else/)).toBeTruthy();
    expect(await screen.findByText('Rejected', { selector: 'td *' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  test('any other failure shows a toast and keeps the buttons', async () => {
    serveList(ada);
    serve('post /api/admin/applications/app-1/decision', () => HttpResponse.error());
    const { user } = open();
    await user.click(await approveAda());
    expect(await screen.findByText('Failed to update application')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect((await approveAda()).ariaDisabled).toBeNull();
  });
});

describe('view', () => {
  beforeEach(async () => {
    await signedInAs('admin');
    serveList(ada);
  });

  test('opens the application at its own URL, and Back closes it', async () => {
    serve('get /api/applications/app-1', () => HttpResponse.json(detail()));
    const { user, router } = open();
    await user.click(await button('View Ada Lovelace’s application'));
    const dialog = await screen.findByRole('dialog', { name: 'Ada Lovelace’s application' });
    for (const text of ['ada@example.com', 'Science, Math', 'February 29, 1984', 'Mar 5, 2026']) {
      expect(within(dialog).getByText(text)).toBeTruthy();
    }
    expect(router.state.location.search).toBe('?application=app-1');
    await expectAccessible();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () =>
      expect(document.activeElement).toBe(await button('View Ada Lovelace’s application')),
    );
  });

  test('shows the photo, or the initials if there is no photo', async () => {
    const url = '/storage/headshots/ada/headshot-1.jpg';
    serve('get /api/applications/app-1', () => HttpResponse.json(detail({ headshot_url: url })));
    serve('get /api/applications/app-2', () => HttpResponse.json(detail({ id: 'app-2' })));
    const { router } = open('/admin?application=app-1');
    const photo = await screen.findByRole('img', { name: 'Profile photo of Ada Lovelace' });
    expect(photo.getAttribute('src')).toBe(url);
    await expectAccessible();
    await act(() => router.navigate('/admin?application=app-2'));
    expect(await screen.findByText('AL')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('opens from a link, prints, and closes without leaving the dashboard', async () => {
    serve('get /api/applications/app-1', () => HttpResponse.json(detail()));
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user, router } = open('/admin?application=app-1');
    await user.click(await button('Print'));
    expect(print).toHaveBeenCalledOnce();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname + router.state.location.search).toBe('/admin');
  });

  test('shows a message for an unknown application', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    serve('get /api/applications/nothing', () => problem(404, 'not_found', 'Not found.'));
    open('/admin?application=nothing');
    expect((await screen.findByRole('alert')).textContent).toBe('This application doesn’t exist.');
  });
});

/** Search, filter, pages and sorting of the applications. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  applicationList,
  detail,
  problem,
  server,
  serveApi,
  summary,
} from '../../../test/api/mock-api';
import { ada, approveAda, button, open, serveAdmin, serveList } from '../../../test/api/admin-page';
import { signedInAs, withRealSession } from '../../../test/api/real-session';

serveApi();
withRealSession();
beforeEach(serveAdmin);

/** Sixty applications on three pages, by cursor as the server does. */
function servePages() {
  const all = Array.from({ length: 60 }, (_, index) =>
    summary({ id: `app-${index + 1}`, first_name: 'Teacher', last_name: `${index + 1}` }),
  );
  const searches: string[] = [];
  server.use(
    http.get('/api/admin/applications', ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      searches.push(search);
      const [side, place] = (searchParams.get('cursor') ?? 'after-0').split('-');
      const first = side === 'after' ? Number(place) : Number(place) - 25;
      const rows = all.slice(first, first + 25);
      return HttpResponse.json(
        applicationList(rows, {
          total: all.length,
          counts: { total: 60, pending: 60, approved: 0, rejected: 0 },
          prev_cursor: first === 0 ? null : `before-${first}`,
          next_cursor: first + 25 < all.length ? `after-${first + 25}` : null,
        }),
      );
    }),
    http.get('/api/applications/:id', ({ params }) => {
      const { id } = params;
      return HttpResponse.json(
        detail({ id: String(id), first_name: 'Teacher', last_name: String(id).slice(4) }),
      );
    }),
  );
  return searches;
}

describe('search, filter and pages', () => {
  beforeEach(() => signedInAs('admin'));

  test('live in the address and reach the server', async () => {
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

  test('come back from a link, and can be cleared where nothing was found', async () => {
    const searches = serveList();
    const { user, router } = open('/admin?q=nobody&status=rejected');
    expect(await screen.findByText('No application matches this search.')).toBeTruthy();
    expect(searches[0]).toBe('?status=rejected&q=nobody&limit=25&sort=submitted_at&order=desc');
    await user.click(await button('Clear filters'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.getByLabelText<HTMLInputElement>('Search applications').value).toBe('');
  });

  test('turn the page by cursor, and say which rows are shown', async () => {
    const searches = servePages();
    const { user, router } = open();
    await button('View the application of Teacher 1');
    expect(await screen.findByText('Showing 1–25 of 60 applications')).toBeTruthy();
    expect((await button('Previous page')).ariaDisabled).toBe('true');
    await user.click(await button('Next page'));
    expect(await screen.findByText('Showing 26–50 of 60 applications')).toBeTruthy();
    expect(searches.at(-1)).toBe('?limit=25&cursor=after-25&sort=submitted_at&order=desc');
    expect(router.state.location.search).toBe('?cursor=after-25&at=26-60');
    await user.click(await button('Next page'));
    expect(await screen.findByText('Showing 51–60 of 60 applications')).toBeTruthy();
    expect((await button('Next page')).ariaDisabled).toBe('true');
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Showing 26–50 of 60 applications')).toBeTruthy();
  });

  test('say that there are more than were counted', async () => {
    server.use(
      http.get('/api/admin/applications', () =>
        HttpResponse.json(
          applicationList([ada], { total: 1000, total_is_exact: false, next_cursor: 'more' }),
        ),
      ),
    );
    open('/admin?q=a');
    expect(await screen.findByText('Showing 1–1 of more than 1,000 applications')).toBeTruthy();
    await button('Export more than 1,000 applications');
  });

  test('a cursor that is no longer good leads to the first page, without an error', async () => {
    const searches: string[] = [];
    server.use(
      http.get('/api/admin/applications', ({ request }) => {
        const { search } = new URL(request.url);
        searches.push(search);
        return search.includes('cursor')
          ? problem(422, 'invalid_cursor', 'This cursor is not of this list.')
          : HttpResponse.json(applicationList([ada]));
      }),
    );
    const { router } = open('/admin?cursor=old&at=26-60');
    expect(await screen.findByText(/This is the first page/)).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await approveAda();
    expect(screen.queryByText('Failed to fetch applications')).toBeNull();
  });

  test('the column heads sort, both ways, and say which way', async () => {
    const searches = serveList(ada);
    const { user, router } = open();
    const head = (name: string) => screen.getByRole('columnheader', { name });
    await approveAda();
    expect(head('Submitted').getAttribute('aria-sort')).toBe('descending');
    await user.click(within(head('Name')).getByRole('button'));
    await waitFor(() => expect(router.state.location.search).toBe('?sort=name'));
    await waitFor(() => expect(searches.at(-1)).toBe('?limit=25&sort=name&order=asc'));
    expect(head('Name').getAttribute('aria-sort')).toBe('ascending');
    expect(head('Submitted').getAttribute('aria-sort')).toBeNull();
    await user.click(within(head('Name')).getByRole('button'));
    await waitFor(() => expect(searches.at(-1)).toBe('?limit=25&sort=name&order=desc'));
    const sortable = screen
      .getAllByRole('columnheader')
      .filter((column) => within(column).queryByRole('button') !== null);
    expect(sortable.map((column) => column.textContent)).toEqual([
      'Name',
      'Email',
      'Position',
      'Status',
      'Submitted',
    ]);
  });
});

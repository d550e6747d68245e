/** The page /admin with a mocked list of applications. */
import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import type { ApplicationSummary } from '../../src/api/review/applications';
import { AdminPage } from '../../src/pages/admin/admin-page';
import { applicationList, history, serve, summary } from './mock-api';
import { renderPage } from '../screens/render-page';

export const ada = summary();
export const grace = summary({
  id: 'app-2',
  first_name: 'Grace',
  last_name: 'Hopper',
  email: 'grace@example.com',
  status: 'approved',
  reviewed_at: '2026-03-06T10:00:00Z',
});

export const open = (at = '/admin') => renderPage(AdminPage, '/admin', at);
export const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
export const approveAda = () => button('Approve Ada Lovelace’s application');

/** Serves an event stream without events, and the history of every application. */
export function serveAdmin() {
  const headers = { 'Content-Type': 'text/event-stream' };
  serve('get /api/admin/events', () => new HttpResponse(new ReadableStream(), { headers }));
  serve('get /api/admin/applications/:id/history', () =>
    HttpResponse.json({ items: history(), next_cursor: null }),
  );
}

/** Serves these rows. Returns the queries of the requests. */
export function serveList(...items: ApplicationSummary[]) {
  const searches: string[] = [];
  serve('get /api/admin/applications', (_, { request }) => {
    searches.push(new URL(request.url).search);
    return HttpResponse.json(applicationList(items));
  });
  return searches;
}

export const counts = () =>
  ['Total', 'Pending', 'Approved'].map(
    (name) =>
      screen
        .getByRole('radio', { name: new RegExp(`^${name} `) })
        .parentElement?.textContent.split(' ')[1],
  );

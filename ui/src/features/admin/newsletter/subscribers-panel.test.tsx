/** Tests the tab Subscribers. The journey exports and reads the numbers. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { listOf, pageOf, problem, serve } from '../../../../test/api/mock-api';
import { open, withReview } from '../../../../test/api/review-server';
import { withSite } from '../../../../test/browser/site';

withReview();
withSite();

test('states with their numbers filter the list, and a failed export says why', async () => {
  const searches: string[] = [];
  const counts = { pending: 1, subscribed: 2, unsubscribed: 4 };
  serve('get /api/admin/newsletter/subscribers', (_, { request }) => {
    searches.push(new URL(request.url).search);
    return HttpResponse.json({ ...pageOf([], 25), counts });
  });
  serve('get /api/admin/newsletter/growth', () => listOf());
  serve('get /api/admin/newsletter/subscribers/export', () =>
    problem(403, 'forbidden', 'You don’t have permission.'),
  );
  const { user } = open('/admin?tab=subscribers');
  await screen.findByRole('radio', { name: 'All 7' });
  await user.click(screen.getByRole('radio', { name: 'Unsubscribed 4' }));
  await waitFor(() => expect(searches.at(-1)).toBe('?state=unsubscribed&limit=25'));
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have permission.');
});

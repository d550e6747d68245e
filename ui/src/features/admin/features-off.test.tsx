/** Tests who gets the notice about features that are off. The journey dismisses it. */
import { screen } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { applicationList, currentUser, pageOf, serve } from '../../../test/api/mock-api';
import { open, withReview } from '../../../test/api/review-server';
import { dana } from '../../../test/api/dana';
import { everything, withSite } from '../../../test/browser/site';

const serveAdministrators = () =>
  serve('get /api/admin/users', () => {
    const left = { ...dana, id: 'left', disabled_at: '2026-01-01T00:00:00Z' };
    const own = { ...dana, id: currentUser(['admin']).id };
    return HttpResponse.json({ ...pageOf([left, own]), total_is_exact: true });
  });

describe('features that are off', () => {
  withReview();
  withSite({ features: everything.features.filter((feature) => feature !== 'shop') });

  test('are named to the oldest enabled administrator', async () => {
    serveAdministrators();
    open();
    expect(await screen.findByText('shop', { selector: 'dt' })).toBeTruthy();
    expect(screen.queryByText('users', { selector: 'dt' })).toBeNull();
  });

  test('are named after the list has loaded, which would move them', async () => {
    const asked = serveAdministrators();
    let askedBefore = -1;
    serve('get /api/admin/applications', async () => {
      await delay(100);
      askedBefore = asked.length;
      return HttpResponse.json(applicationList([]));
    });
    open();
    await screen.findByText('shop', { selector: 'dt' });
    expect(askedBefore).toBe(0);
  });
});

describe('without features that are off', () => {
  withReview();
  withSite();

  test('no administrator is looked for', async () => {
    const asked = serveAdministrators();
    open();
    await screen.findByRole('button', { name: 'Approve Teacher 1’s application' });
    expect(asked).toHaveLength(0);
  });
});

/** Tests who gets the notice about features that are off, and for how long. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, test } from 'vitest';
import { currentUser, pageOf, serve } from '../../../test/api/mock-api';
import { open, withReview } from '../../../test/api/review-server';
import { dana } from '../../../test/api/dana';
import { everything } from '../../../test/browser/site';

const title = 'Some features of this site are switched off';
const administrator = (id: string, disabled_at: string | null = null) => ({
  ...dana,
  id,
  disabled_at,
});
const own = administrator(currentUser(['admin']).id);

const serveAdministrators = (...administrators: object[]) =>
  serve('get /api/admin/users', () =>
    HttpResponse.json({ ...pageOf(administrators), total_is_exact: true }),
  );
const switchOn = (...features: string[]) => {
  document.documentElement.dataset['site'] = JSON.stringify({ ...everything, features });
};

describe('features that are off', () => {
  withReview();
  afterEach(() => {
    delete document.documentElement.dataset['site'];
  });

  test('are named to the oldest enabled administrator until they are dismissed', async () => {
    switchOn(...everything.features.filter((feature) => !['users', 'shop'].includes(feature)));
    const asked = serveAdministrators(administrator('left', '2026-01-01T00:00:00Z'), own);
    const { user, unmount } = open();
    await screen.findByText(title);
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms.filter((term) => /^[a-z_]+$/.test(term))).toEqual(['users', 'shop']);
    await user.click(screen.getByRole('button', { name: 'Don’t show this again' }));
    expect(screen.queryByText(title)).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
    unmount();
    open();
    await screen.findByRole('button', { name: 'Approve Teacher 1’s application' });
    expect(asked).toHaveLength(1);
    expect(screen.queryByText(title)).toBeNull();
  });

  test('are not named to other administrators', async () => {
    const asked = serveAdministrators(administrator('older'), own);
    open();
    await waitFor(() => expect(asked).toHaveLength(1));
    await screen.findByRole('button', { name: 'Approve Teacher 1’s application' });
    expect(screen.queryByText(title)).toBeNull();
  });

  test('are not looked for if everything is on', async () => {
    switchOn(...everything.features);
    const asked = serveAdministrators(own);
    open();
    await screen.findByRole('button', { name: 'Approve Teacher 1’s application' });
    expect(asked).toHaveLength(0);
  });
});

// Tests the marks of requests for changes in the list on /admin, and decisions on answers that have changed.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { earlierVersion, serve } from '../../../test/api/mock-api';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { serveReview } from '../../../test/api/review-server';
import { expectAccessible } from '../../../test/screens/axe';
import { renderPage } from '../../../test/screens/render-page';
import { currentUndos, forgetUndo } from '../../features/admin/undo/undo-store';
import { AdminPage } from './admin-page';

withRealSession();

let review: ReturnType<typeof serveReview>;
beforeEach(async () => {
  for (const { key } of currentUndos()) forgetUndo(key);
  await signedInAs('admin');
  review = serveReview();
  review.undoSeconds = 10;
  serve('get /api/admin/applications/:id/versions', () =>
    HttpResponse.json({ items: [earlierVersion()], next_cursor: null }),
  );
});

const open = async (at = '/admin') => {
  const view = renderPage(AdminPage, '/admin', at);
  await screen.findByText(/Showing 1–25/);
  return view;
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const row = (number: number) => screen.getByText(`Teacher ${number}`).closest('tr, li')!;
const mark = (number: number) => /Changes (?:requested|made)/.exec(row(number).textContent)?.[0];

describe('the list', () => {
  test('shows no mark after a decision, and shows it again after the decision is undone', async () => {
    review.changes.set('app-2', { version: 2, changes: 'made' });
    const { user } = await open();
    await user.click(button('Approve Teacher 2’s application'));
    await within(row(2) as HTMLElement).findByText('Approved');
    expect(mark(2)).toBeUndefined();
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(mark(2)).toBe('Changes made'));
  });
});

describe('the confirmation of a decision on several applications', () => {
  const confirm = async (
    setUp: (user: Awaited<ReturnType<typeof open>>['user']) => Promise<void>,
  ) => {
    const { user } = await open();
    await user.click(button('Select'));
    await setUp(user);
    const region = screen.getByRole('region', { name: 'Selected applications' });
    await user.click(within(region).getByRole('button', { name: 'Approve' }));
    return within(screen.getByRole('dialog', { name: /^Approve/ }));
  };
  const choose = (number: number) => checkbox(`Select Teacher ${number}’s application`);
  const checkbox = (name: string) => screen.getByRole('checkbox', { name });

  test('names the open requests of the selection, but not the decided and the answered ones', async () => {
    review.changes.set('app-1', { version: 1, changes: 'requested' });
    review.changes.set('app-2', { version: 2, changes: 'made' });
    review.changes.set('app-5', { version: 1, changes: 'requested' });
    const dialog = await confirm(async (user) => {
      for (const number of [1, 2, 3]) await user.click(choose(number));
    });
    expect(dialog.getByText(/^1 application in the selection has an open request/)).toBeTruthy();
    await expectAccessible();
  });

  test('counts a request that was made after the row was selected', async () => {
    const dialog = await confirm(async (user) => {
      for (const number of [1, 2]) await user.click(choose(number));
      for (const id of ['app-1', 'app-2']) {
        review.changes.set(id, { version: 1, changes: 'requested' });
        act(() => review.send('application.changed', { application_id: id, status: 'pending' }));
      }
      await waitFor(() => expect([mark(1), mark(2)]).toEqual(Array(2).fill('Changes requested')), {
        timeout: 3_000,
      });
    });
    expect(dialog.getByText(/^2 applications in the selection have an open request/)).toBeTruthy();
  });

  test('counts the open requests on all pages of the list', async () => {
    review.changes.set('app-2', { version: 1, changes: 'requested' });
    review.changes.set('app-59', { version: 1, changes: 'requested' });
    const dialog = await confirm(async (user) => {
      await user.click(button('Select all 60 that match'));
      await screen.findByText('60 selected');
    });
    expect(dialog.getByText(/^2 applications in the selection have an open request/)).toBeTruthy();
  });

  test('skips an application whose answers changed on another page of the list', async () => {
    const dialog = await confirm(async (user) => {
      await user.click(button('Select all 60 that match'));
      await screen.findByText('60 selected');
    });
    review.changes.set('app-59', { version: 2, changes: 'made' });
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 60' }));
    expect(await screen.findByText('Approved 59 of 60 applications. Skipped:')).toBeTruthy();
    expect(screen.getByText('Teacher 59: the answers have changed')).toBeTruthy();
  });

  test('says nothing about requests without an open one', async () => {
    const dialog = await confirm(async (user) => user.click(choose(1)));
    expect(dialog.queryByText(/open request/)).toBeNull();
  });
});

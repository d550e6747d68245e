/** Tests access, tabs and the list on /admin, on a desktop and on a phone. */
import { screen, within } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { currentUser, problem, serve } from '../../../test/api/mock-api';
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
import { signedInAs, storeSession, withRealSession } from '../../../test/api/real-session';
import { admin } from '../../content/membership/admin';
import { sessionStore } from '../../session/browser-session';

withRealSession();
beforeEach(serveAdmin);

describe('access', () => {
  const expectDenied = async () => {
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Access Denied');
    expect(screen.getByText("You don't have permission to access this page.")).toBeTruthy();
    await expectAccessible();
  };

  test('a visitor is denied without a redirect', async () => {
    const { router } = open();
    await expectDenied();
    expect(router.state.location.pathname).toBe('/admin');
    expect(screen.getByText('You’re not signed in.')).toBeTruthy();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/auth?next=%2Fadmin', '/']);
  });
  test.each(['applicant', 'member', 'moderator', 'partner'] as const)(
    'a %s is denied',
    async (role) => {
      await signedInAs(role);
      open();
      await expectDenied();
      expect(screen.getByText('You’re signed in as ada@example.com.')).toBeTruthy();
      expect(screen.getByRole('link').getAttribute('href')).toBe('/');
    },
  );
  test('an administrator without the required second factor gets a link to its set-up', async () => {
    await signedInAs('admin');
    const lacking = { ...currentUser(['admin']), second_factor_required: true };
    serve('get /api/users/me', () => HttpResponse.json(lacking));
    await sessionStore.readProfile();
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'One more step' })).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Set it up' });
    expect(link.getAttribute('href')).toBe('/account#two-step');
    await expectAccessible();
  });
  test('no user is denied before the roles are known', async () => {
    serve('get /api/users/me', () => delay('infinite'));
    storeSession();
    void sessionStore.restore();
    open();
    expect(await screen.findByText('Checking your access')).toBeTruthy();
    expect(screen.queryByText('Access Denied')).toBeNull();
  });
});

describe('the dashboard', () => {
  beforeEach(() => signedInAs('admin'));

  test('has four tabs, three of which are coming soon', async () => {
    serveList();
    const { user, router } = open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Dashboard');
    const names = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(names).toEqual(Object.values(admin.tabs));
    for (const name of ['Users', 'Forums', 'Email Templates']) {
      await user.click(screen.getByRole('tab', { name }));
      expect(screen.getByRole('tabpanel').textContent).toMatch(/coming soon/);
    }
    expect(router.state.location.search).toBe('?tab=templates');
  });

  test('opens the tab in the URL', () => {
    open('/admin?tab=forums');
    expect(screen.getByRole('tab', { name: 'Forums' }).getAttribute('aria-selected')).toBe('true');
  });

  test('lists the applications with counts in a table', async () => {
    serveList(ada, grace);
    open();
    const table = await screen.findByRole('table', { name: /Membership applications/ });
    const columns = within(table)
      .getAllByRole('columnheader')
      .map((column) => column.textContent);
    expect(columns).toEqual(['Name', 'Email', 'Position', 'Status', 'Submitted', 'Actions']);
    expect(counts()).toEqual(['2', '1', '1']);
    await expectAccessible();
    const row = within(table).getByRole('row', { name: /Ada Lovelace/ });
    expect(within(row).getByText('Mar 5, 2026').getAttribute('datetime')).toBe(ada.submitted_at);
    expect(within(row).getByText('Pending')).toBeTruthy();
  });

  test('offers approve and reject for pending applications only', async () => {
    serveList(ada, grace);
    open();
    await approveAda();
    await button('Reject Ada Lovelace’s application');
    await button('View Grace Hopper’s application');
    for (const act of ['Approve', 'Reject']) {
      const name = `${act} Grace Hopper’s application`;
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  test('shows a message if there are no applications yet', async () => {
    serveList();
    open();
    expect(await screen.findByText(/No applications yet/)).toBeTruthy();
  });

  test('a failed load shows a toast and a retry button', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    serve('get /api/admin/applications', () => problem(500, 'internal_error', 'Broken.'));
    const { user } = open();
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.getAllByText('Failed to fetch applications')).toHaveLength(2);
    serveList(ada);
    await user.click(await button('Retry'));
    await approveAda();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});

test('on a phone the applications are shown as cards with the same facts and buttons', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await signedInAs('admin');
  serveList(ada);
  open();
  const list = await screen.findByRole('list', { name: /Membership applications/ });
  expect(screen.queryByRole('table')).toBeNull();
  expect(within(list).getByText(ada.teaching_position)).toBeTruthy();
  await expectAccessible();
  await approveAda();
  vi.unstubAllGlobals();
});

/** Approving and rejecting in the list, and one application in its dialog. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { detail, problem, server, serveApi } from '../../../test/api/mock-api';
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
import { signedInAs, withRealSession } from '../../../test/api/real-session';

serveApi();
withRealSession();
beforeEach(serveAdmin);

describe('deciding', () => {
  beforeEach(() => signedInAs('admin'));

  test.each([
    ['Approve', 'approved', 'Application approved successfully'],
    ['Reject', 'rejected', 'Application rejected successfully'],
  ] as const)('%s acts at once and once, and moves on to View', async (action, status, message) => {
    const sent: unknown[] = [];
    serveList(ada, grace);
    server.use(
      http.post('/api/admin/applications/app-1/decision', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(detail({ status, reviewed_at: '2026-03-07T10:00:00Z' }));
      }),
    );
    open();
    const pressed = await button(`${action} the application of Ada Lovelace`);
    act(() => {
      pressed.click();
      pressed.click();
    });
    expect(await screen.findByText('Success')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(sent).toEqual([{ decision: status }]);
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
    expect(counts()).toEqual(['2', '0', status === 'approved' ? '2' : '1']);
    expect(document.activeElement).toBe(await button('View the application of Ada Lovelace'));
  });

  test('somebody who decided first gives the toast, and the row says so in its place', async () => {
    serveList(ada);
    const { user } = open();
    const approve = await approveAda();
    server.use(
      http.post('/api/admin/applications/app-1/decision', () =>
        problem(409, 'application_already_decided', 'Already rejected.'),
      ),
    );
    server.use(
      http.get('/api/applications/app-1', () => HttpResponse.json(detail({ status: 'rejected' }))),
    );
    await user.click(approve);
    expect(await screen.findByText('Failed to update application')).toBeTruthy();
    expect(await screen.findByText('Rejected', { selector: 'td *' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  test('any other failure gives the toast and leaves the row to try again', async () => {
    serveList(ada);
    server.use(http.post('/api/admin/applications/app-1/decision', () => HttpResponse.error()));
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

  test('opens the whole application under an address of its own, and Back closes it', async () => {
    server.use(http.get('/api/applications/app-1', () => HttpResponse.json(detail())));
    const { user, router } = open();
    await user.click(await button('View the application of Ada Lovelace'));
    const dialog = await screen.findByRole('dialog', { name: 'Application of Ada Lovelace' });
    for (const text of ['ada@example.com', 'Science, Math', 'February 29, 1984', 'Mar 5, 2026']) {
      expect(within(dialog).getByText(text)).toBeTruthy();
    }
    expect(router.state.location.search).toBe('?application=app-1');
    await expectAccessible();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () =>
      expect(document.activeElement).toBe(await button('View the application of Ada Lovelace')),
    );
  });

  test('shows the photo, or the initials where there is none', async () => {
    const url = '/storage/headshots/ada/headshot-1.jpg';
    server.use(
      http.get('/api/applications/app-1', () => HttpResponse.json(detail({ headshot_url: url }))),
      http.get('/api/applications/app-2', () => HttpResponse.json(detail({ id: 'app-2' }))),
    );
    const { router } = open('/admin?application=app-1');
    const photo = await screen.findByRole('img', { name: 'Profile photo of Ada Lovelace' });
    expect(photo.getAttribute('src')).toBe(url);
    await expectAccessible();
    await act(() => router.navigate('/admin?application=app-2'));
    expect(await screen.findByText('AL')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('opens from a link, prints, and closes without leaving the dashboard', async () => {
    server.use(http.get('/api/applications/app-1', () => HttpResponse.json(detail())));
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user, router } = open('/admin?application=app-1');
    await user.click(await button('Print'));
    expect(print).toHaveBeenCalledOnce();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname + router.state.location.search).toBe('/admin');
    print.mockRestore();
  });

  test('an application that does not exist says so', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.use(
      http.get('/api/applications/nothing', () => problem(404, 'not_found', 'Not found.')),
    );
    open('/admin?application=nothing');
    expect((await screen.findByRole('alert')).textContent).toBe('There is no such application.');
    log.mockRestore();
  });
});

// Tests the review dialog, live updates and the export on /admin.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../test/deferred';
import { expectAccessible } from '../../../test/screens/axe';
import {
  applicationList,
  currentUser,
  detail,
  problem,
  serve,
  server,
} from '../../../test/api/mock-api';
import { serveReview } from '../../../test/api/review-server';
import { renderPage } from '../../../test/screens/render-page';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import type { ApplicationStatus } from '../../api/review/applications';
import { AdminPage } from './admin-page';

withRealSession();

let review: ReturnType<typeof serveReview>;
beforeEach(async () => {
  await signedInAs('admin');
  review = serveReview();
});

const open = (at: string) => renderPage(AdminPage, '/admin', at);
const dialogOf = (number: number) =>
  screen.findByRole('dialog', { name: `Teacher ${number}’s application` });
const openDialog = async (number: number, query = '') => {
  const view = open(`/admin?${query}application=app-${number}`);
  await dialogOf(number);
  return view;
};
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const inDialog = (name: string) =>
  within(screen.getByRole('dialog')).findByRole<HTMLButtonElement>('button', { name });

type User = Awaited<ReturnType<typeof openDialog>>['user'];
const noteField = () => screen.getByLabelText<HTMLTextAreaElement>(/^Reason for the decision/);
const typeNote = async (user: User, text: string) => {
  await user.click(await inDialog('Add a reason for the decision'));
  await user.keyboard(text);
};

describe('in the dialog', () => {
  test('J and K move between applications, and A and R focus the decision buttons', async () => {
    await openDialog(1, 'status=pending&');
    press('j');
    await dialogOf(2);
    press('K');
    await dialogOf(1);
    for (const [key, name] of [
      ['a', 'Approve'],
      ['R', 'Reject'],
    ] as const) {
      const decides = await inDialog(name);
      press(key);
      expect(document.activeElement).toBe(decides);
      expect(decides.getAttribute('aria-keyshortcuts')).toBe(key.toUpperCase());
      expect(decides.querySelector('kbd')?.title).toContain('Enter presses it');
    }
    expect(review.decisions).toEqual([]);
  });

  test('letters work with any layout, and not at all once they are switched off', async () => {
    const { user } = await openDialog(1, 'status=pending&');
    fireEvent.keyDown(document.activeElement!, { key: 'о', code: 'KeyJ' });
    await dialogOf(2);
    await user.click(await inDialog('Letter shortcuts'));
    expect(screen.getByRole('dialog').querySelector('kbd')).toBeNull();
    press('j');
    press('ArrowRight');
    await dialogOf(3);
    await user.click(await inDialog('Letter shortcuts'));
    press('j');
    await dialogOf(4);
  });

  test('the header shows the applicant, status and date, or that the account is deleted', async () => {
    const { router } = open('/admin?application=app-1');
    const head = await screen.findByRole('dialog', { name: 'Teacher 1’s application' });
    expect(within(head).getByText('Pending').closest('dd')).toBeTruthy();
    expect(within(head).getByText(detail().email ?? '')).toBeTruthy();
    expect(within(head).getByText('Submitted', { selector: 'dt' })).toBeTruthy();
    const anonymous = { first_name: null, last_name: null, email: null, headshot_url: null };
    serve('get /api/applications/:id', () => HttpResponse.json({ ...detail(), ...anonymous }));
    await act(() => router.navigate('/admin?application=app-2'));
    const deleted = await screen.findByRole('dialog', { name: 'Deleted account’s application' });
    expect(within(deleted).queryByText(/null/)).toBeNull();
  });

  test('shortcuts do not apply while the user types a note or presses Alt', async () => {
    const { user } = await openDialog(1);
    await typeNote(user, 'jx');
    press('ArrowRight');
    press('j');
    expect(screen.getByRole('dialog', { name: 'Teacher 1’s application' })).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('region', { name: 'Application' }), {
      key: 'ArrowRight',
      altKey: true,
    });
    expect(screen.getByRole('dialog', { name: 'Teacher 1’s application' })).toBeTruthy();
  });

  test('a note longer than 2,000 code points disables the decision', async () => {
    const { user } = await openDialog(1);
    await typeNote(user, 'x');
    const note = screen.getByLabelText(/Reason for the decision/);
    fireEvent.change(note, { target: { value: '🦉'.repeat(2000) } });
    expect((await inDialog('Approve')).ariaDisabled).toBeNull();
    fireEvent.change(note, { target: { value: '🦉'.repeat(2001) } });
    expect((await inDialog('Approve')).ariaDisabled).toBe('true');
    expect(screen.getByText('Please shorten the reason to 2,000 characters.')).toBeTruthy();
  });

  test("another administrator's earlier decision is shown with name and time, and the note is kept", async () => {
    const { user } = await openDialog(1);
    await typeNote(user, 'Mine.');
    review.statuses.set('app-1', 'approved');
    await user.click(await inDialog('Reject'));
    expect(await screen.findByText('Failed to update application')).toBeTruthy();
    expect(await screen.findByText(/Someone else decided first/)).toBeTruthy();
    expect(await screen.findByText(/by Dana Director/)).toBeTruthy();
    const kept = screen.getByLabelText<HTMLTextAreaElement>(/Your reason wasn’t saved/);
    expect([kept.value, kept.readOnly]).toEqual(['Mine.', true]);
    await expectAccessible();
    // The other administrator undoes the decision.
    review.statuses.delete('app-1');
    review.send('application.changed', { application_id: 'app-1', status: 'pending' });
    await inDialog('Approve');
    expect(screen.queryByText(/Someone else decided first/)).toBeNull();
  });

  test('a failed decision keeps the note and the buttons', async () => {
    serve('post /api/admin/applications/:id/decision', () =>
      problem(409, 'own_application', 'You cannot decide on your own application.'),
    );
    const { user } = await openDialog(1);
    await typeNote(user, 'Mine.');
    await user.click(await inDialog('Approve'));
    expect(await screen.findByText('You cannot decide on your own application.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Reason for the decision/).value).toBe(
      'Mine.',
    );
  });

  test('a note is kept when the dialog closes, in another tab, and after a reload', async () => {
    const { user, router, unmount } = await openDialog(1);
    await typeNote(user, 'Half a sen');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(() => router.navigate('/admin?tab=users'));
    await act(() => router.navigate('/admin?application=app-1'));
    await dialogOf(1);
    expect(noteField().value).toBe('Half a sen');
    unmount();
    await openDialog(1);
    expect(noteField().value).toBe('Half a sen');
  });

  test('what is typed while the decision is sent stays', async () => {
    const { promise: sent, resolve: send } = deferred();
    serve('post /api/admin/applications/:id/decision', async () => {
      await sent;
      return HttpResponse.json({
        ...detail({ status: 'approved', note: 'One.' }),
        undo_seconds: 0,
      });
    });
    const { user } = await openDialog(1);
    await typeNote(user, 'One.');
    await user.click(await inDialog('Approve'));
    await user.type(noteField(), ' Two.');
    send();
    const unsaved = /Your reason wasn’t saved/;
    await screen.findByLabelText(unsaved);
    // What was sent is forgotten after the decision is shown.
    await act(async () => undefined);
    expect(screen.getByLabelText<HTMLTextAreaElement>(unsaved).value).toBe('One. Two.');
  });

  test('a decision whose response was lost is recognised as successful', async () => {
    serve('post /api/admin/applications/:id/decision', async (_, { request }) => {
      const body = (await request.json()) as { decision: ApplicationStatus; note: string };
      review.statuses.set('app-1', body.decision);
      review.note = body.note;
      return HttpResponse.error();
    });
    const { user } = await openDialog(1);
    await typeNote(user, 'Mine.');
    await user.click(await inDialog('Approve'));
    expect(await screen.findByText('Application approved successfully')).toBeTruthy();
    expect(screen.queryByText('Failed to update application')).toBeNull();
    expect(screen.queryByLabelText(/Your reason wasn’t saved/)).toBeNull();
  });

  test('an incomplete search for the next pending application shows how many were searched', async () => {
    for (let number = 1; number <= 60; number += 1)
      review.statuses.set(`app-${number}`, 'approved');
    serve('get /api/admin/applications', () =>
      HttpResponse.json(
        applicationList([review.row(1), review.row(2)], {
          total: 90_000,
          next_cursor: 'more',
          prev_cursor: null,
        }),
      ),
    );
    const { user } = await openDialog(1);
    await user.click(await inDialog('Next pending application'));
    expect(await screen.findByText(/None of the next 500 applications are pending/)).toBeTruthy();
  });

  test('a page that fails to load is not treated as the end of the list', async () => {
    const { user } = await openDialog(25);
    await screen.findByText('25 of 60 applications');
    serve('get /api/admin/applications', () => HttpResponse.error());
    await user.click(await inDialog('Next application'));
    expect(await screen.findByText(/We couldn’t load the next application/)).toBeTruthy();
  });
});

describe('live', () => {
  const arrive = (count: number) => {
    review.added += count;
    for (let each = 0; each < count; each += 1) {
      review.send('application.submitted', {
        application_id: `app-${1 - review.added}`,
        status: 'pending',
      });
    }
  };
  const newOnes = () => screen.queryByRole('button', { name: /new application/ });

  test('new applications are counted, and a button shows them', async () => {
    const { user } = open('/admin');
    await screen.findByText('Showing 1–25 of 60 applications');
    arrive(2);
    // The stream may repeat an event.
    review.send('application.submitted', { application_id: 'app-0', status: 'pending' });
    const load = await screen.findByRole('button', { name: '2 new applications' });
    expect(screen.getAllByRole('row')[1]?.textContent).toContain('Teacher 1');
    await user.click(load);
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('Teacher -1'));
    expect(newOnes()).toBeNull();
  });

  test('a new application is announced after a withdrawal', async () => {
    open('/admin');
    await screen.findByText('Showing 1–25 of 60 applications');
    review.added = -1;
    review.send('application.changed', { application_id: 'app-1', status: null });
    await screen.findByRole('radio', { name: 'Total 59' });
    arrive(1);
    expect(await screen.findByRole('button', { name: '1 new application' })).toBeTruthy();
  });

  test('new applications outside the filter change only the counts', async () => {
    open('/admin?status=approved');
    await screen.findByText('No application matches this search.');
    arrive(1);
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Total 61' })).toBeTruthy());
    expect(newOnes()).toBeNull();
  });

  test('applications and decisions that arrive while disconnected are shown, and no row moves', async () => {
    open('/admin');
    await screen.findByText('Showing 1–25 of 60 applications');
    review.added = 1;
    review.statuses.set('app-2', 'approved');
    review.disconnect();
    expect(
      await screen.findByRole('button', { name: '1 new application' }, { timeout: 5000 }),
    ).toBeTruthy();
    const [, first, second] = screen.getAllByRole('row');
    expect(first?.textContent).toContain('Teacher 1');
    expect(second?.textContent).toContain('Approved');
  });

  test('rows that no longer match after a reconnection stay until the list is refreshed', async () => {
    const { user } = open('/admin?status=pending');
    await screen.findByText('Showing 1–25 of 60 applications');
    review.statuses.set('app-1', 'rejected');
    review.disconnect();
    const refresh = await screen.findByRole(
      'button',
      { name: 'The list changed. Show the latest' },
      { timeout: 5000 },
    );
    expect(screen.getAllByRole('row')[1]?.textContent).toContain('Teacher 1');
    await user.click(refresh);
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('Teacher 2'));
    expect(screen.queryByRole('button', { name: /The list changed/ })).toBeNull();
  });

  test('a row that another administrator decided changes in place, and the counts change', async () => {
    open('/admin?status=pending');
    const second = () => screen.getAllByRole('row')[2];
    await waitFor(() => expect(second()?.textContent).toContain('Teacher 2'));
    review.statuses.set('app-2', 'approved');
    review.send('application.decided', { application_id: 'app-2', status: 'approved' });
    await waitFor(() => expect(second()?.textContent).toContain('Approved'));
    expect(second()?.textContent).toContain('Teacher 2');
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Approved 1' })).toBeTruthy());
  });

  test('an administrator who loses the role sees Access Denied', async () => {
    open('/admin');
    await screen.findByText('Showing 1–25 of 60 applications');
    const me = currentUser(['member']);
    serve('get /api/users/me', () => HttpResponse.json(me));
    act(() => review.send('role.changed', { user_id: me.id, roles: ['member'] }));
    expect(await screen.findByText('Access Denied')).toBeTruthy();
  });
});

describe('export', () => {
  const file = (more: ResponseInit = {}) =>
    new HttpResponse('id\r\n', {
      headers: {
        'Content-Type': 'text/csv',
        'Content-Disposition': 'attachment; filename="applications-2026-03-05.csv"',
      },
      ...more,
    });

  test('offers other formats and internal columns', async () => {
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: vi.fn() }),
    );
    const searches: string[] = [];
    server.use(
      http.get('/api/admin/applications/export', ({ request }) => {
        searches.push(new URL(request.url).search);
        const type = request.headers.get('Accept') ?? '';
        return file({ headers: { 'Content-Type': type } });
      }),
    );
    const { user } = open('/admin');
    const menu = () => screen.findByRole('button', { name: 'Export 60 applications' });
    for (const [format, ...columns] of [
      ['Excel workbook (.xlsx)'],
      ['CSV', 'Include the reason for the decision'],
      ['Excel workbook (.xlsx)', 'Include the name of the administrator'],
    ] as const) {
      await user.click(await menu());
      for (const column of columns) await user.click(screen.getByLabelText(column));
      await user.click(screen.getByRole('button', { name: format }));
      await screen.findByText(/^Saved /);
      expect(document.activeElement).toBe(await menu());
    }
    const list = '?sort=submitted_at&order=desc';
    expect(searches).toEqual([
      `${list}&format=xlsx`,
      `${list}&bom=true&include_note=true`,
      `${list}&format=xlsx&include_note=true&include_reviewer=true`,
    ]);
    vi.unstubAllGlobals();
  });

  test('the menu does not open for an empty list', async () => {
    const { user } = open('/admin?status=rejected');
    await screen.findByText('No application matches this search.');
    await user.click(screen.getByRole('button', { name: 'Export 0 applications' }));
    expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
  });

  test('shows how much was received, and announces only the beginning', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(2_300_000)),
    });
    const headers = { 'Content-Type': 'text/csv' };
    serve('get /api/admin/applications/export', () => new HttpResponse(body, { headers }));
    const { user } = open('/admin');
    await user.click(await screen.findByRole('button', { name: 'Export 60 applications' }));
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    expect((await screen.findByText('2.3 MB received')).closest('output')).toBeNull();
    expect(screen.getByText('Preparing the file…').closest('output')).not.toBeNull();
  });

  test('shows the reason for a failure', async () => {
    serve('get /api/admin/applications/export', () => problem(503, 'busy', 'The server is busy.'));
    const { user } = open('/admin');
    await user.click(await screen.findByRole('button', { name: 'Export 60 applications' }));
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    expect(await screen.findByText('The export failed. The server is busy.')).toBeTruthy();
  });
});

// Tests the review dialog, live updates and the export on /admin.
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { BrowserRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../test/deferred';
import { applicationList, currentUser, detail, problem, serve } from '../../../test/api/mock-api';
import { open, review, withReview } from '../../../test/api/review-server';
import type { ApplicationStatus } from '../../api/review/applications';
import { viewButtonId } from '../../features/admin/application';
import { useOpenApplication } from '../../features/admin/sheet/open-application';

withReview();

const dialogOf = (number: number) =>
  screen.findByRole('dialog', { name: `Teacher ${number}’s application` });
const openDialog = async (number: number, query = '') => {
  const view = open(`/admin?${query}application=app-${number}`);
  await dialogOf(number);
  return view;
};
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const inDialog = (name: string | RegExp) =>
  within(screen.getByRole('dialog')).findByRole<HTMLButtonElement>('button', { name });

type User = Awaited<ReturnType<typeof openDialog>>['user'];
const noteField = () => screen.getByLabelText<HTMLTextAreaElement>(/^Reason for the decision/);
const typeNote = async (user: User, text: string) => {
  await user.click(await inDialog('Add a reason for the decision'));
  await user.keyboard(text);
};

describe('in the dialog', () => {
  test('J and K move between applications, A, R and C focus their buttons, and letters can be switched off', async () => {
    const { user } = await openDialog(1, 'status=pending&');
    press('j');
    await dialogOf(2);
    press('K');
    await dialogOf(1);
    for (const [key, name] of [
      ['a', 'Approve'],
      ['R', 'Reject'],
      ['c', /^Ask for changes/],
    ] as const) {
      const shown = await inDialog(name);
      press(key);
      expect(document.activeElement).toBe(shown);
      expect(shown.getAttribute('aria-keyshortcuts')).toBe(key.toUpperCase());
      expect(shown.querySelector('kbd')?.title).toContain('Enter presses it');
    }
    expect(review.decisions).toEqual([]);
    // A Cyrillic layout.
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

  test('an application of a deleted account has a title, and Print prints', async () => {
    review.detail = { first_name: null, last_name: null, email: null };
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = open('/admin?application=app-2');
    const dialog = await screen.findByRole('dialog', { name: 'Deleted account’s application' });
    expect(within(dialog).queryByText(/null/)).toBeNull();
    await user.click(await inDialog('Print'));
    expect(print).toHaveBeenCalledOnce();
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

  test('a decision on an own application is refused with the reason', async () => {
    serve('post /api/admin/applications/:id/decision', () =>
      problem(409, 'own_application', 'You cannot decide on your own application.'),
    );
    const { user } = await openDialog(1);
    await user.click(await inDialog('Approve'));
    expect(await screen.findByText('You cannot decide on your own application.')).toBeTruthy();
  });

  test('a note is kept when the dialog closes, and after leaving the page', async () => {
    const { user, router, unmount } = await openDialog(1);
    await typeNote(user, 'Half a sen');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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
    const kept = screen.getByLabelText<HTMLTextAreaElement>(unsaved);
    expect([kept.value, kept.readOnly]).toEqual(['One. Two.', true]);
  });

  test('a decision whose response was lost is repeated with its key and can be undone', async () => {
    const keys: (string | null)[] = [];
    serve('post /api/admin/applications/:id/decision', async (_, { request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      const { decision, note } = (await request.json()) as {
        decision: ApplicationStatus;
        note: string;
      };
      review.statuses.set('app-1', decision);
      // No retry of the first press gets a response.
      if (isLost) return HttpResponse.error();
      return HttpResponse.json({
        ...detail({ id: 'app-1', status: decision, note }),
        undo_seconds: 10,
      });
    });
    let isLost = true;
    const { user } = await openDialog(1);
    await typeNote(user, 'Mine.');
    await user.click(await inDialog('Approve'));
    expect(await screen.findByText('Failed to update application')).toBeTruthy();
    expect(noteField().value).toBe('Mine.');
    isLost = false;
    await user.click(await inDialog('Approve'));
    expect(await screen.findByText('Application approved successfully')).toBeTruthy();
    expect(await screen.findAllByRole('button', { name: /^Undo: Approved/ })).not.toEqual([]);
    expect(screen.queryByLabelText(/Your reason wasn’t saved/)).toBeNull();
    expect(await screen.findByText(/by Dana Director/)).toBeTruthy();
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
  });

  test('a repeated decision that was undone in between leaves the row pending', async () => {
    let isLost = true;
    serve('post /api/admin/applications/:id/decision', () =>
      isLost
        ? HttpResponse.error()
        : HttpResponse.json({ ...detail({ id: 'app-1', status: 'approved' }), undo_seconds: 10 }),
    );
    const { user } = await openDialog(1);
    await user.click(await inDialog('Approve'));
    expect(await screen.findByText('Failed to update application')).toBeTruthy();
    isLost = false;
    await user.click(await inDialog('Approve'));
    const row = () => document.getElementById(viewButtonId('app-1'))?.closest('tr')?.textContent;
    await screen.findAllByRole('button', { name: /^Undo: Approved/ });
    await waitFor(() => expect(row()).toContain('Pending'));
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

test('beside the list, only a focus that the sheet has lost moves into it', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query === '(width >= 80rem)' }),
  );
  const { user } = open('/admin?application=app-1');
  const sheet = await screen.findByRole('region', { name: 'Teacher 1’s application' });
  await user.click(await within(sheet).findByRole('button', { name: 'Approve' }));
  const next = await within(sheet).findByRole('button', { name: 'Next pending application' });
  expect(document.activeElement).toBe(next);
  fireEvent.pointerDown(document.body);
  act(() => next.blur());
  press('j');
  await screen.findByRole('region', { name: 'Teacher 2’s application' });
  expect(document.activeElement === document.body).toBe(true);
  vi.unstubAllGlobals();
});

test('Close goes back although the router has not rendered the entry that View added', () => {
  const go = vi.spyOn(window.history, 'go').mockReturnValue();
  const { result } = renderHook(useOpenApplication, { wrapper: BrowserRouter });
  const before = result.current;
  act(() => {
    before.open('1');
    before.close();
  });
  expect(go).toHaveBeenCalledExactlyOnceWith(-1);
  expect(window.location.search).toBe('?application=1');
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

  test('new applications are counted once, also after a withdrawal, and a button shows them', async () => {
    const { user } = open();
    await screen.findByText('Showing 1–25 of 60 applications');
    review.added = -1;
    review.send('application.changed', { application_id: 'app-1', status: null });
    await screen.findByRole('radio', { name: 'Total 59' });
    arrive(2);
    // The stream may repeat an event.
    review.send('application.submitted', { application_id: 'app-0', status: 'pending' });
    await user.click(await screen.findByRole('button', { name: '2 new applications' }));
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('Teacher 0'));
    expect(newOnes()).toBeNull();
  });

  test('new applications outside the filter change only the counts, and an empty list has no export', async () => {
    const { user } = open('/admin?status=approved');
    await screen.findByText('No application matches this search.');
    await user.click(screen.getByRole('button', { name: 'Export 0 applications' }));
    expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
    arrive(1);
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Total 61' })).toBeTruthy());
    expect(newOnes()).toBeNull();
  });

  test('applications and decisions that arrive while disconnected are shown, and no row moves', async () => {
    open();
    await screen.findByText('Showing 1–25 of 60 applications');
    review.added = 1;
    review.statuses.set('app-2', 'approved');
    review.disconnect();
    await screen.findByRole('button', { name: '1 new application' }, { timeout: 5000 });
    const [, first, second] = screen.getAllByRole('row');
    expect(first?.textContent).toContain('Teacher 1');
    expect(second?.textContent).toContain('Approved');
  });

  test('rows that no longer match stay until the list is refreshed, also after a reconnection', async () => {
    const { user } = open('/admin?status=pending');
    await screen.findByText('Showing 1–25 of 60 applications');
    const textOf = (row: number) => screen.getAllByRole('row')[row]?.textContent;
    review.statuses.set('app-2', 'approved');
    review.send('application.decided', { application_id: 'app-2', status: 'approved' });
    await waitFor(() => expect(textOf(2)).toMatch(/^Teacher 2.*Approved/s));
    await screen.findByRole('radio', { name: 'Approved 1' });
    await screen.findByText('Chosen 1');
    review.statuses.set('app-1', 'rejected');
    review.disconnect();
    const name = 'The list changed. Show the latest';
    const refresh = await screen.findByRole('button', { name }, { timeout: 5000 });
    expect(textOf(1)).toContain('Teacher 1');
    await user.click(refresh);
    await waitFor(() => expect(textOf(1)).toContain('Teacher 3'));
    expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('an administrator who loses the role sees Access Denied', async () => {
    open();
    await screen.findByText('Showing 1–25 of 60 applications');
    const me = currentUser(['member']);
    serve('get /api/users/me', () => HttpResponse.json(me));
    act(() => review.send('role.changed', { user_id: me.id, roles: ['member'] }));
    expect(await screen.findByText('Access Denied')).toBeTruthy();
  });
});

describe('export', () => {
  test('offers other formats and internal columns', async () => {
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: vi.fn() }),
    );
    const searches: string[] = [];
    serve('get /api/admin/applications/export', (_, { request }) => {
      searches.push(new URL(request.url).search);
      const type = request.headers.get('Accept') ?? '';
      return new HttpResponse('id', { headers: { 'Content-Type': type } });
    });
    const { user } = open();
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
      `${list}&include_note=true&bom=true`,
      `${list}&include_note=true&include_reviewer=true&format=xlsx`,
    ]);
    vi.unstubAllGlobals();
  });

  test('shows the reason for a failure, then how much was received, and ends with the page', async () => {
    serve('get /api/admin/applications/export', () => problem(503, 'busy', 'The server is busy.'));
    const { user, unmount } = open();
    const save = async () => {
      await user.click(await screen.findByRole('button', { name: 'Export 60 applications' }));
      await user.click(screen.getByRole('button', { name: 'CSV' }));
    };
    await save();
    expect(await screen.findByText('The export failed. The server is busy.')).toBeTruthy();
    const signals: AbortSignal[] = [];
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(2_300_000)),
    });
    const headers = { 'Content-Type': 'text/csv' };
    serve('get /api/admin/applications/export', (_, { request }) => {
      signals.push(request.signal);
      return new HttpResponse(body, { headers });
    });
    await save();
    expect((await screen.findByText('2.3 MB received')).closest('output')).toBeNull();
    // Only the beginning is announced.
    expect(screen.getByText('Preparing the file…').closest('output')).not.toBeNull();
    unmount();
    await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]));
  });
});

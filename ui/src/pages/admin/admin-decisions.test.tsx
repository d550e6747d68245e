// Tests undoing decisions and decisions on several applications on /admin.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { deferred } from '../../../test/deferred';
import { serve } from '../../../test/api/mock-api';
import { serveReview } from '../../../test/api/review-server';
import { renderPage } from '../../../test/screens/render-page';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { currentUndos, forgetUndo } from '../../features/admin/undo/undo-store';
import { signOut } from '../../session/session-actions';
import { AdminPage } from './admin-page';

withRealSession();

let review: ReturnType<typeof serveReview>;
beforeEach(async () => {
  for (const { key } of currentUndos()) forgetUndo(key);
  await signedInAs('admin');
  review = serveReview();
  review.undoSeconds = 10;
});

const open = async (at = '/admin') => {
  const view = renderPage(AdminPage, '/admin', at);
  await screen.findByText(/Showing 1–25/);
  return view;
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const row = (number: number) => screen.getByText(`Teacher ${number}`).closest('tr, li')!;
const box = (number: number) =>
  screen.getByRole<HTMLInputElement>('checkbox', {
    name: `Select Teacher ${number}’s application`,
  });
async function reject(user: Awaited<ReturnType<typeof open>>['user'], number: number) {
  await user.click(button(`Reject Teacher ${number}’s application`));
  await screen.findByRole('button', { name: `Undo: Rejected Teacher ${number}.` });
}

describe('undo', () => {
  test('a decision is announced once and can be undone, and the row is pending again', async () => {
    const { user } = await open();
    await user.click(button('Approve Teacher 1’s application'));
    const undo = await screen.findByRole('button', { name: 'Undo: Approved Teacher 1.' });
    expect(undo.textContent).toMatch(/^Undo \(\d+ s\)$/);
    const announced =
      'Success: Application approved successfully. Approved Teacher 1. You can undo this for 10 seconds. Press Control+Z.';
    expect(screen.getByText(announced).className).toContain('sr-only');
    expect(screen.getByRole('status', { name: 'Notifications' }).textContent).toBe('');
    expect(document.activeElement).toBe(button('View Teacher 1’s application'));
    expect(within(row(1) as HTMLElement).getByText('Approved')).toBeTruthy();
    await user.click(undo);
    expect(await screen.findByText('Teacher 1 is pending again.')).toBeTruthy();
    await waitFor(() => expect(within(row(1) as HTMLElement).getByText('Pending')).toBeTruthy());
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(review.undone).toEqual([['app-1']]);
    expect(document.activeElement).toBe(button('View Teacher 1’s application'));
  });

  test('Control Z undoes the newest of several decisions, except in a text field', async () => {
    const { user } = await open();
    for (const number of [1, 2, 3]) await reject(user, number);
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'z', ctrlKey: true });
    // The next undo is of another decision, so it would not be the only request.
    await user.click(button('Undo: Rejected Teacher 1.'));
    await screen.findByText('Teacher 1 is pending again.');
    expect(review.undone).toEqual([['app-1']]);
    // Caps Lock is on.
    fireEvent.keyDown(document.body, { key: 'Z', code: 'KeyZ', ctrlKey: true });
    await screen.findByText('Teacher 3 is pending again.');
    expect(review.undone).toEqual([['app-1'], ['app-3']]);
    // A Cyrillic layout.
    fireEvent.keyDown(document.body, { key: 'я', code: 'KeyZ', ctrlKey: true });
    await screen.findByText('Teacher 2 is pending again.');
  });

  test('Control Z does nothing below an open dialog', async () => {
    const { user } = await open();
    for (const number of [1, 2]) await reject(user, number);
    await user.click(button('Select'));
    await user.click(box(3));
    const region = screen.getByRole('region', { name: 'Selected applications' });
    await user.click(within(region).getByRole('button', { name: 'Approve' }));
    await user.keyboard('{Control>}z{/Control}{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The next undo is of another decision, so it would not be the only request.
    await user.click(button('Undo: Rejected Teacher 1.'));
    await screen.findByText('Teacher 1 is pending again.');
    expect(review.undone).toEqual([['app-1']]);
  });

  test('the decisions of one administrator are not offered after the sign-out', async () => {
    const { user } = await open();
    await reject(user, 1);
    serve('delete /api/auth/sessions');
    await act(() => signOut());
    await screen.findByText('Access Denied');
    expect(currentUndos()).toEqual([]);
  });

  test('the reason for a refused undo is shown, and the decision is not offered again', async () => {
    const { user } = await open();
    review.refusedUndos.set('app-1', 'undo_expired');
    await user.click(button('Approve Teacher 1’s application'));
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect(await screen.findByText('Teacher 1: the email is already on its way.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(within(row(1) as HTMLElement).getByText('Approved')).toBeTruthy();
  });

  test('after a network failure the undo is still offered', async () => {
    const { user } = await open();
    await user.click(button('Approve Teacher 1’s application'));
    const undo = await screen.findByRole('button', { name: /^Undo/ });
    serve('post /api/admin/applications/decisions/undo', () => HttpResponse.error());
    await user.click(undo);
    expect(await screen.findByText(/couldn’t reach the server/)).toBeTruthy();
    expect(button(/^Undo/)).toBeTruthy();
  });

  test('an undo that has begun cannot be repeated in a dialog that opens during it', async () => {
    const { user, router } = await open();
    await user.click(button('Approve Teacher 1’s application'));
    const answer = deferred<Response>();
    const sent = serve('post /api/admin/applications/decisions/undo', () => answer.promise);
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    await act(() => router.navigate('/admin?application=app-2'));
    const dialog = within(await screen.findByRole('dialog'));
    const again = await dialog.findByRole('button', { name: /^Undo/ });
    expect(again.getAttribute('aria-disabled')).toBe('true');
    await user.click(again);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    answer.resolve(HttpResponse.json({ undone: ['app-1'], skipped: [] }));
    expect(await screen.findByText('Teacher 1 is pending again.')).toBeTruthy();
    expect(sent).toEqual([{ ids: ['app-1'] }]);
  });

  test('the offer ends with its time, and a bar that has the focus stays until the focus leaves', async () => {
    const { user } = await open();
    await user.click(button('Approve Teacher 1’s application'));
    const undo = await screen.findByRole('button', { name: /^Undo/ });
    // The decision moves the focus first.
    await waitFor(() =>
      expect(document.activeElement).toBe(button('View Teacher 1’s application')),
    );
    undo.focus();
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
    const late = await screen.findByText('Too late to undo');
    await user.keyboard('{Enter}{Control>}z{/Control}');
    expect(review.undone).toEqual([]);
    late.blur();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
  });

  test('nothing is offered if decisions are final', async () => {
    review.undoSeconds = 0;
    const { user } = await open();
    await user.click(button('Approve Teacher 1’s application'));
    await screen.findByText('Application approved successfully');
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  test('in the dialog, undoing a decision puts its note back', async () => {
    const { user } = renderPage(AdminPage, '/admin', '/admin?application=app-1');
    const dialog = await screen.findByRole('dialog', { name: 'Teacher 1’s application' });
    await user.click(
      await within(dialog).findByRole('button', { name: 'Add a reason for the decision' }),
    );
    await user.keyboard('Called the school.');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await user.click(await within(dialog).findByRole('button', { name: /^Undo/ }));
    const note =
      await within(dialog).findByLabelText<HTMLTextAreaElement>(/^Reason for the decision/);
    await waitFor(() => expect(note.value).toBe('Called the school.'));
    expect(within(dialog).getByRole('button', { name: 'Approve' })).toBeTruthy();
  });

  test('a decision is still offered in another tab', async () => {
    const { user, router } = await open();
    await user.click(button('Approve Teacher 1’s application'));
    await screen.findByRole('button', { name: /^Undo/ });
    await act(() => router.navigate('/admin?tab=users'));
    await user.click(button('Undo: Approved Teacher 1.'));
    await waitFor(() => expect(review.undone).toEqual([['app-1']]));
  });

  test('a row that another administrator has undone is pending again', async () => {
    review.statuses.set('app-2', 'approved');
    await open();
    expect(within(row(2) as HTMLElement).getByText('Approved')).toBeTruthy();
    review.statuses.delete('app-2');
    review.send('application.changed', { application_id: 'app-2', status: 'pending' });
    await waitFor(() => expect(within(row(2) as HTMLElement).getByText('Pending')).toBeTruthy());
  });
});

describe('selection', () => {
  const select = async () => {
    const view = await open();
    await view.user.click(button('Select'));
    return view;
  };

  test('the column of checkboxes is shown only while selecting', async () => {
    const { user } = await open();
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const specified = ['Name', 'Email', 'Position', 'Status', 'Submitted', 'Actions'];
    expect(heads()).toEqual(specified);
    await user.click(button('Select'));
    expect(heads()).toEqual(['', ...specified]);
    await expectAccessible();
    await user.click(box(1));
    await user.click(button('Done selecting'));
    expect(heads()).toEqual(specified);
  });

  test('Shift selects a range with the pointer and with the space bar', async () => {
    const { user } = await select();
    await user.click(box(2));
    await user.keyboard('{Shift>}');
    // The label is larger than the box.
    await user.click(box(5).closest('label')!);
    await user.keyboard('{/Shift}');
    expect(screen.getByText('4 selected')).toBeTruthy();
    box(7).focus();
    await user.keyboard('{Shift>}[Space]{/Shift}');
    expect(screen.getByText('6 selected')).toBeTruthy();
    await user.click(box(3));
    expect([2, 3, 4, 5, 6, 7].map((number) => box(number).checked)).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  test('the box in the head selects the page, and all that match are loaded page by page', async () => {
    const { user } = await select();
    const head = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select this page' });
    await user.click(box(1));
    expect(head.indeterminate).toBe(true);
    await user.click(head);
    expect(screen.getByText('25 selected')).toBeTruthy();
    await user.click(button('Select all 60 that match'));
    expect(await screen.findByText('60 selected')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /that match/ })).toBeNull();
    await user.click(button('Clear'));
    expect(screen.getByText('0 selected')).toBeTruthy();
  });

  test('another filter clears the selection, and its numbers follow the decisions', async () => {
    const { user, router } = await select();
    await user.click(box(1));
    await act(() => router.navigate('/admin?status=pending'));
    expect(await screen.findByText('0 selected')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Select all 60 that match' }));
    await screen.findByText('60 selected');
    for (const number of [1, 2, 3]) await user.click(box(number));
    await decideOn(user, 'Reject', 57);
    expect(await screen.findByRole('button', { name: 'Select all 3 that match' })).toBeTruthy();
    expect(await screen.findByText('Showing 1–3 of 3 applications')).toBeTruthy();
  });

  type User = Awaited<ReturnType<typeof select>>['user'];
  const decideOn = async (user: User, verb: string, count: number | string) => {
    const region = screen.getByRole('region', { name: 'Selected applications' });
    await user.click(within(region).getByRole('button', { name: verb }));
    await user.click(button(`${verb} ${count}`));
  };

  /** Selects more applications than one request decides on. */
  const selectMany = async () => {
    const view = await select();
    const { user } = view;
    review.added = 100;
    review.send('application.submitted', { application_id: 'app-0', status: 'pending' });
    await user.click(await screen.findByRole('button', { name: '100 new applications' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 160 that match' }));
    await screen.findByText('160 selected');
    return view;
  };
  const decidedAll = async (request: Request) => {
    const { ids } = (await request.json()) as { ids: string[] };
    return HttpResponse.json({ decided: ids, skipped: [], undo_seconds: 10, undo_until: null });
  };

  test('a lost response is requested again with the same key and body, also after answers have changed', async () => {
    const { user } = await select();
    await user.click(button('Select all 60 that match'));
    await screen.findByText('60 selected');
    serve('post /api/admin/applications/decisions', async (_, { request }) => {
      review.decisions.push(request.headers.get('Idempotency-Key') + (await request.text()));
      if (review.decisions.length === 1) return HttpResponse.error();
      return HttpResponse.json({
        decided: ['app-1'],
        skipped: [],
        undo_seconds: 10,
        undo_until: null,
      });
    });
    await decideOn(user, 'Reject', 60);
    await screen.findByText(/The rest were not decided. We couldn’t reach the server/);
    review.changes.set('app-2', { version: 2, changes: 'made' });
    review.send('application.changed', { application_id: 'app-2', status: 'pending' });
    await screen.findByText('Changes made');
    await user.click(button('Continue'));
    await screen.findByRole('button', { name: 'Undo: Rejected Teacher 1.' });
    expect(review.decisions).toHaveLength(2);
    expect(new Set(review.decisions).size).toBe(1);
  });

  /** Approves 160 applications in two requests. Returns a function that lets time pass. */
  const approveInTwoParts = async (user: User, msBetween: number) => {
    let later = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
    const keys: (string | null)[] = [];
    serve('post /api/admin/applications/decisions', (_, { request }) => {
      if (keys.length > 0) later += msBetween;
      keys.push(request.headers.get('Idempotency-Key'));
      return decidedAll(request);
    });
    await decideOn(user, 'Approve', 160);
    await screen.findByRole('button', { name: 'Undo: Approved 160 applications.' });
    expect(new Set(keys).size).toBe(2);
    return (ms: number) => void (later += ms);
  };
  const undoSixty = async (user: User) => {
    await user.click(button('Undo: Approved 160 applications.'));
    expect(await screen.findByText('60 applications are pending again.')).toBeTruthy();
    expect(review.undone.map((ids) => ids.length)).toEqual([60]);
  };

  test('a long selection says how many decisions can still be undone, and undoes those', async () => {
    const { user } = await selectMany();
    await approveInTwoParts(user, 10_000);
    expect(screen.getByText('Approved 160 applications. 60 can still be undone.')).toBeTruthy();
    expect(screen.getByText(/You can undo 60 of them for 10 seconds/)).toBeTruthy();
    await undoSixty(user);
  });

  test('decisions that became final after they were offered are not sent with the undo', async () => {
    const { user } = await selectMany();
    const passTime = await approveInTwoParts(user, 5_000);
    expect(screen.getByText(/You can undo this for \d seconds/)).toBeTruthy();
    passTime(5_000);
    await undoSixty(user);
  });

  test('Stop leaves the rest undecided and selected', async () => {
    const { user, router } = await selectMany();
    let respond: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => (respond = resolve));
    const requests = serve('post /api/admin/applications/decisions', async (_, { request }) => {
      await stopped;
      return decidedAll(request);
    });
    await decideOn(user, 'Approve', 160);
    await screen.findByRole('button', { name: 'Stop' });
    await act(() => router.navigate('/admin?sort=name'));
    await user.click(button('Stop'));
    respond();
    await screen.findByRole('button', { name: 'Undo: Approved 100 applications.' });
    expect(screen.getByText('60 selected')).toBeTruthy();
    expect(requests).toHaveLength(1);
  });

  test('of a thousand, the first can be undone while the last are decided, which stops the rest', async () => {
    const { user } = await select();
    review.added = 940;
    review.send('application.submitted', { application_id: 'app-0', status: 'pending' });
    await user.click(await screen.findByRole('button', { name: '940 new applications' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 1,000 that match' }));
    await screen.findByText('1,000 selected', {}, { timeout: 5000 });
    const ninth = deferred();
    const requests = serve('post /api/admin/applications/decisions', async (count, { request }) => {
      if (count === 9) await ninth.promise;
      return decidedAll(request);
    });
    await decideOn(user, 'Approve', '1,000');
    await user.click(
      await screen.findByRole('button', { name: 'Undo: Approved 800 applications.' }),
    );
    expect(await screen.findByText('800 applications are pending again.')).toBeTruthy();
    expect(review.undone.flat()).toHaveLength(800);
    ninth.resolve();
    await screen.findByRole('button', { name: 'Undo: Approved 100 applications.' });
    expect(await screen.findByText('900 selected')).toBeTruthy();
    expect(requests).toHaveLength(9);
  });

  test('what the server could not decide is asked for again under another key', async () => {
    const { user } = await select();
    for (const number of [1, 2]) await user.click(box(number));
    const keys = new Set<string | null>();
    serve('post /api/admin/applications/decisions', (count, { request }) => {
      keys.add(request.headers.get('Idempotency-Key'));
      return count > 1
        ? decidedAll(request)
        : HttpResponse.json({
            decided: ['app-1'],
            skipped: [{ id: 'app-2', code: 'unavailable' }],
            undo_seconds: 10,
            undo_until: null,
          });
    });
    await decideOn(user, 'Approve', 2);
    await screen.findByText(/couldn’t decide on some/);
    expect(button('Undo: Approved Teacher 1.')).toBeTruthy();
    await user.click(button('Continue'));
    await screen.findByRole('button', { name: 'Undo: Approved 2 applications.' });
    expect(keys.size).toBe(2);
  });

  test('leaving the list stops a run, and a toast says what was decided', async () => {
    const { user } = await selectMany();
    const first = deferred();
    const requests = serve('post /api/admin/applications/decisions', async (_, { request }) => {
      await first.promise;
      return decidedAll(request);
    });
    await decideOn(user, 'Approve', 160);
    await screen.findByRole('button', { name: 'Stop' });
    await user.click(screen.getByRole('tab', { name: 'Users' }));
    first.resolve();
    expect(
      await screen.findByText('Approved 100 of 160 applications. The rest were not decided.'),
    ).toBeTruthy();
    expect(button('Undo: Approved 100 applications.')).toBeTruthy();
    expect(requests).toHaveLength(1);
  });

  test('after a failure, closing leaves the rest selected, and the others can be undone', async () => {
    const { user } = await selectMany();
    serve('post /api/admin/applications/decisions', (count, { request }) =>
      count === 1 ? decidedAll(request) : HttpResponse.error(),
    );
    await decideOn(user, 'Reject', 160);
    await screen.findByText(/The rest were not decided/);
    expect(screen.getByText('100 of 160 decided')).toBeTruthy();
    await user.click(button('Close'));
    await screen.findByRole('button', { name: 'Undo: Rejected 100 applications.' });
    expect(screen.getByText('60 selected')).toBeTruthy();
  });
});

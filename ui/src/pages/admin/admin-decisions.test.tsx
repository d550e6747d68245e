// Tests undoing decisions and decisions on several applications on /admin.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../test/deferred';
import { serve } from '../../../test/api/mock-api';
import { open as openPage, review, withReview } from '../../../test/api/review-server';
import { currentUndos, forgetUndo } from '../../features/admin/decide/undo-store';
import { signOut } from '../../session/session-actions';

withReview();
beforeEach(() => {
  for (const { key } of currentUndos()) forgetUndo(key);
  review.undoSeconds = 10;
});

const open = async () => {
  const view = openPage();
  await screen.findByText(/Showing 1–25/);
  return view;
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const row = (number: number) => screen.getByText(`Teacher ${number}`).closest('tr, li')!;
const mark = (number: number) => /Changes (?:requested|made)/.exec(row(number).textContent)?.[0];
const bulkBar = () => screen.getByRole('region', { name: 'Selected applications' });
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
    review.changes.set('app-1', { version: 2, changes: 'made' });
    const { user } = await open();
    await user.click(button('Approve Teacher 1’s application'));
    const undo = await screen.findByRole('button', { name: 'Undo: Approved Teacher 1.' });
    expect(undo.textContent).toMatch(/^Undo \(\d+ s\)$/);
    expect(await screen.findByText('Chosen 1')).toBeTruthy();
    const announced =
      'Success: Application approved successfully. Approved Teacher 1. You can undo this for 10 seconds. Press Control+Z.';
    expect(screen.getByText(announced).className).toContain('sr-only');
    expect(screen.getByRole('status', { name: 'Notifications' }).textContent).toBe('');
    await user.click(button('Read without names and photos'));
    expect(await screen.findByRole('button', { name: 'Undo: Approved Applicant APP-1.' })).toBe(
      undo,
    );
    expect(document.body.textContent).not.toContain('Teacher 1');
    await user.click(button('Read without names and photos'));
    act(() => button('View Teacher 1’s application').focus());
    expect(document.activeElement).toBe(button('View Teacher 1’s application'));
    expect(within(row(1) as HTMLElement).getByText('Approved')).toBeTruthy();
    expect(mark(1)).toBeUndefined();
    await user.click(undo);
    expect(await screen.findByText('Teacher 1 is pending again.')).toBeTruthy();
    expect(await screen.findByText('Chosen 0')).toBeTruthy();
    await waitFor(() => expect(within(row(1) as HTMLElement).getByText('Pending')).toBeTruthy());
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(mark(1)).toBe('Changes made');
    expect(review.undone).toEqual([['app-1']]);
    expect(document.activeElement).toBe(button('View Teacher 1’s application'));
  });

  test('Control Z undoes the newest of several decisions, except in a text field and below a dialog', async () => {
    review.undoSeconds = 60;
    const { user } = await open();
    for (const number of [1, 2, 3]) await reject(user, number);
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'z', ctrlKey: true });
    await user.click(button('Select'));
    await user.click(box(4));
    await user.click(within(bulkBar()).getByRole('button', { name: 'Approve' }));
    await user.keyboard('{Control>}z{/Control}{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The next undo is of another decision, so it would not be the only request.
    await user.click(button('Undo: Rejected Teacher 1.'));
    await screen.findByText('Teacher 1 is pending again.');
    expect(review.undone).toEqual([['app-1']]);
    // Caps Lock is on.
    fireEvent.keyDown(document.body, { key: 'Z', code: 'KeyZ', ctrlKey: true });
    await screen.findByText('Teacher 3 is pending again.');
    expect(review.undone).toEqual([['app-1'], ['app-3']]);
    // A Cyrillic layout. A radio button takes no text.
    const total = screen.getByRole('radio', { name: /^Total/ });
    fireEvent.keyDown(total, { key: 'я', code: 'KeyZ', ctrlKey: true });
    await screen.findByText('Teacher 2 is pending again.');
  });

  test('a decision is still offered in another tab, but not after the sign-out', async () => {
    const { user, router } = await open();
    await reject(user, 1);
    await act(() => router.navigate('/admin?tab=users'));
    expect(button('Undo: Rejected Teacher 1.')).toBeTruthy();
    serve('delete /api/auth/sessions');
    await act(() => signOut());
    await screen.findByText('Access Denied');
    expect(currentUndos()).toEqual([]);
  });

  test('an undo without a response is offered again, and a refused one with its reason is not', async () => {
    const { user } = await open();
    await user.click(button('Approve Teacher 1’s application'));
    const undo = await screen.findByRole('button', { name: /^Undo/ });
    let isLost = true;
    serve('post /api/admin/applications/decisions/undo', () =>
      isLost
        ? HttpResponse.error()
        : HttpResponse.json({ undone: [], skipped: [{ id: 'app-1', code: 'undo_expired' }] }),
    );
    await user.click(undo);
    expect(await screen.findByText(/couldn’t reach the server/)).toBeTruthy();
    isLost = false;
    await user.click(button(/^Undo/));
    expect(await screen.findByText('Teacher 1: the email is already on its way.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(within(row(1) as HTMLElement).getByText('Approved')).toBeTruthy();
  });

  test('an undo that has begun cannot be repeated in a dialog that opens during it', async () => {
    const { user, router } = await open();
    await user.click(button('Approve Teacher 1’s application'));
    // The application does not load.
    serve('get /api/admin/applications/app-2', () => new Promise<Response>(() => undefined));
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
});

describe('selection', () => {
  const select = async () => {
    const view = await open();
    await view.user.click(button('Select'));
    return view;
  };

  test('the column of checkboxes is shown only while selecting, and its head has a mixed state', async () => {
    const { user } = await open();
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const specified = ['Name', 'Email', 'Position', 'Status', 'Submitted', 'Actions'];
    expect(heads()).toEqual(specified);
    await user.click(button('Select'));
    expect(heads()).toEqual(['', ...specified]);
    await user.click(box(1));
    const head = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select this page' });
    expect(head.indeterminate).toBe(true);
    await user.click(button('Clear'));
    expect(screen.getByText('0 selected')).toBeTruthy();
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
    const checked = [2, 3, 4, 5, 6, 7].filter((number) => box(number).checked);
    expect(checked).toEqual([2, 4, 5, 6, 7]);
  });

  test('another filter clears the selection', async () => {
    const { user, router } = await select();
    await user.click(box(1));
    await act(() => router.navigate('/admin?status=pending'));
    expect(await screen.findByText('0 selected')).toBeTruthy();
  });

  type User = Awaited<ReturnType<typeof select>>['user'];
  const decideOn = async (user: User, verb: string, count: number | string) => {
    await user.click(within(bulkBar()).getByRole('button', { name: verb }));
    await user.click(button(`${verb} ${count}`));
  };

  test('the confirmation counts the open requests of all pages, and answers that changed since are skipped', async () => {
    const { user } = await select();
    const ask = async () => {
      await user.click(within(bulkBar()).getByRole('button', { name: 'Approve' }));
      return within(screen.getByRole('dialog', { name: /^Approve/ }));
    };
    await user.click(box(1));
    const first = await ask();
    expect(first.queryByText(/open request/)).toBeNull();
    await user.click(first.getByRole('button', { name: 'Cancel' }));
    for (const number of [2, 59])
      review.changes.set(`app-${number}`, { version: 1, changes: 'requested' });
    review.changes.set('app-3', { version: 2, changes: 'made' });
    await user.click(button('Select all 60 that match'));
    await screen.findByText('60 selected');
    expect(screen.queryByRole('button', { name: /that match/ })).toBeNull();
    await user.click(box(2));
    // After the selection.
    review.changes.set('app-4', { version: 1, changes: 'requested' });
    for (const id of ['app-3', 'app-4'])
      act(() => review.send('application.changed', { application_id: id, status: 'pending' }));
    await waitFor(() => expect(mark(4)).toBe('Changes requested'), { timeout: 3_000 });
    const dialog = await ask();
    expect(dialog.getByText(/^2 applications in the selection have an open request/)).toBeTruthy();
    review.changes.set('app-58', { version: 2, changes: 'made' });
    await user.click(dialog.getByRole('button', { name: 'Approve 59' }));
    expect(await screen.findByText('Approved 58 of 59 applications. Skipped:')).toBeTruthy();
    expect(screen.getByText('Teacher 58: the answers have changed')).toBeTruthy();
    await user.click(button('Read without names and photos'));
    expect(screen.getByText('Applicant APP-58: the answers have changed')).toBeTruthy();
    await user.click(button('Read without names and photos'));
  });

  /** Selects more applications than one request decides on. */
  const selectMany = async (added = 100) => {
    const view = await select();
    const { user } = view;
    review.added = added;
    review.send('application.submitted', { application_id: 'app-0', status: 'pending' });
    await user.click(await screen.findByRole('button', { name: `${added} new applications` }));
    const all = (60 + added).toLocaleString('en-US');
    await user.click(await screen.findByRole('button', { name: `Select all ${all} that match` }));
    await screen.findByText(`${all} selected`, {}, { timeout: 5_000 });
    return view;
  };

  test('all that match are read with every filter, page after page', async () => {
    review.added = 100;
    const { user } = openPage('/admin?status=pending&state=TX&subject=Math&notes=with&sort=name');
    await user.click(await screen.findByRole('button', { name: 'Select' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 160 that match' }));
    await screen.findByText('160 selected');
    const filters = review.searches.map((search) => {
      const asked = new URLSearchParams(search);
      for (const name of ['limit', 'cursor']) asked.delete(name);
      return asked.toString();
    });
    expect(filters[0]).toMatch(/TX.*Math/);
    expect(filters).toEqual(Array.from({ length: 3 }, () => filters[0]));
  });

  test('more than a hundred are not exported, and the button says why', async () => {
    const { user } = await selectMany();
    const exportSelected = button('Export selected');
    await user.click(exportSelected);
    expect(exportSelected.getAttribute('aria-expanded')).toBe('false');
    const hint = document.getElementById(exportSelected.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toMatch(/^For more than 100,/);
    await user.click(button('Clear'));
    await user.click(box(-99));
    await user.click(button('Export selected'));
    expect(button('Export selected').getAttribute('aria-expanded')).toBe('true');
  });

  const DECISIONS = 'post /api/admin/applications/decisions';
  const decided = (ids: string[], skipped: object[] = []) =>
    HttpResponse.json({ decided: ids, skipped, undo_seconds: 10, undo_until: null });
  const decidedAll = async (request: Request) =>
    decided(((await request.json()) as { ids: string[] }).ids);
  const findUndo = (of: string) => screen.findByRole('button', { name: `Undo: ${of}` });

  test('a lost response is requested again with the same key and body, also after answers have changed', async () => {
    const { user } = await select();
    await user.click(button('Select all 60 that match'));
    await screen.findByText('60 selected');
    serve(DECISIONS, async (_, { request }) => {
      review.decisions.push(request.headers.get('Idempotency-Key') + (await request.text()));
      if (review.decisions.length === 1) return HttpResponse.error();
      return decided(['app-1']);
    });
    await decideOn(user, 'Reject', 60);
    await screen.findByText(/The rest were not decided. We couldn’t reach the server/);
    review.changes.set('app-2', { version: 2, changes: 'made' });
    review.send('application.changed', { application_id: 'app-2', status: 'pending' });
    await screen.findByText('Changes made');
    await user.click(button('Continue'));
    await findUndo('Rejected Teacher 1.');
    expect(review.decisions).toHaveLength(2);
    expect(new Set(review.decisions).size).toBe(1);
  });

  test.each([
    [
      'before the offer',
      [10_000, 0],
      ['Approved 160 applications. 60 can still be undone.', /You can undo 60 of them for 10 sec/],
    ],
    ['after the offer', [5_000, 5_000], [/You can undo this for \d seconds/]],
  ] as const)(
    'decisions that become final %s are not sent with the undo',
    async (_, [between, after], texts) => {
      const { user } = await selectMany();
      let later = 0;
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
      const keys = new Set<string | null>();
      serve(DECISIONS, (count, { request }) => {
        if (count > 1) later += between;
        keys.add(request.headers.get('Idempotency-Key'));
        return decidedAll(request);
      });
      await decideOn(user, 'Approve', 160);
      const undo = await findUndo('Approved 160 applications.');
      expect(keys.size).toBe(2);
      for (const text of texts) expect(screen.getByText(text)).toBeTruthy();
      later += after;
      await user.click(undo);
      expect(await screen.findByText('60 applications are pending again.')).toBeTruthy();
      expect(review.undone.map((ids) => ids.length)).toEqual([60]);
    },
  );

  test.each([
    [
      'Stop',
      async ({ user, router }: Awaited<ReturnType<typeof open>>) => {
        await act(() => router.navigate('/admin?sort=name'));
        await user.click(button('Stop'));
      },
      '60 selected',
    ],
    [
      'leaving the list',
      ({ user }: Awaited<ReturnType<typeof open>>) =>
        user.click(screen.getByRole('tab', { name: 'Users' })),
      'Approved 100 of 160 applications. The rest were not decided.',
    ],
  ])('%s ends a run after its request, and the rest is not decided', async (_, end, said) => {
    const view = await selectMany();
    const first = deferred();
    const requests = serve(DECISIONS, async (__, { request }) => {
      await first.promise;
      return decidedAll(request);
    });
    await decideOn(view.user, 'Approve', 160);
    await screen.findByRole('button', { name: 'Stop' });
    await end(view);
    first.resolve();
    expect(await screen.findByText(said)).toBeTruthy();
    expect(await findUndo('Approved 100 applications.')).toBeTruthy();
    expect(requests).toHaveLength(1);
  });

  test('of a thousand, the first can be undone while the last are decided, which stops the rest', async () => {
    const { user } = await selectMany(940);
    const ninth = deferred();
    const requests = serve(DECISIONS, async (count, { request }) => {
      if (count === 9) await ninth.promise;
      return decidedAll(request);
    });
    await decideOn(user, 'Approve', '1,000');
    await user.click(await findUndo('Approved 800 applications.'));
    expect(await screen.findByText('800 applications are pending again.')).toBeTruthy();
    expect(review.undone.flat()).toHaveLength(800);
    ninth.resolve();
    await findUndo('Approved 100 applications.');
    expect(await screen.findByText('900 selected')).toBeTruthy();
    expect(requests).toHaveLength(9);
  });

  test('what the server could not decide is asked for again by the same request', async () => {
    const { user } = await select();
    for (const number of [1, 2]) await user.click(box(number));
    const sent = new Set<string>();
    serve(DECISIONS, async (count, { request }) => {
      sent.add(`${request.headers.get('Idempotency-Key')} ${await request.clone().text()}`);
      return count > 1
        ? decidedAll(request)
        : decided(['app-1'], [{ id: 'app-2', code: 'unavailable' }]);
    });
    await decideOn(user, 'Approve', 2);
    await screen.findByText(/couldn’t decide on some/);
    expect(button('Undo: Approved Teacher 1.')).toBeTruthy();
    await user.click(button('Continue'));
    await findUndo('Approved 2 applications.');
    expect(sent.size).toBe(1);
  });

  test('closing after a partial response selects only what is undecided', async () => {
    const { user } = await select();
    for (const number of [1, 2, 3]) await user.click(box(number));
    const own = { id: 'app-2', code: 'own_application' } as const;
    const left = { id: 'app-3', code: 'unavailable' } as const;
    serve(DECISIONS, (count) =>
      count === 1
        ? decided(['app-1'], [own, left])
        : decided([], [{ id: 'app-1', code: 'undone' }, own, left]),
    );
    await decideOn(user, 'Approve', 3);
    await screen.findByText('2 of 3 decided');
    await user.click(button('Continue'));
    await waitFor(() => expect(button('Close')).toBeTruthy());
    await user.click(button('Close'));
    expect(await screen.findByText('1 selected')).toBeTruthy();
    expect(screen.getByText('Approved 0 of 2 applications. Skipped:')).toBeTruthy();
  });

  test('after a failure, closing leaves the rest selected, and the others can be undone', async () => {
    const { user } = await selectMany();
    serve(DECISIONS, (count, { request }) =>
      count === 1 ? decidedAll(request) : HttpResponse.error(),
    );
    await decideOn(user, 'Reject', 160);
    await screen.findByText(/The rest were not decided/);
    expect(screen.getByText('100 of 160 decided')).toBeTruthy();
    await user.click(button('Close'));
    await findUndo('Rejected 100 applications.');
    expect(screen.getByText('60 selected')).toBeTruthy();
  });
});

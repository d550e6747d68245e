// Tests marks in the rows on /admin: by button and by letter key, and together with other administrators.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { deferred } from '../../../test/deferred';
import { problem, serve } from '../../../test/api/mock-api';
import { signedInAs } from '../../../test/api/real-session';
import { open, review, withReview } from '../../../test/api/review-server';
import type { Mark } from '../../api/review/applications';
import { viewButtonId } from '../../features/admin/application';
import { signOut } from '../../session/session-actions';

withReview();

const sums = { yes: 0, maybe: 0, no: 0, mine: null };
const row = (number: number) => screen.getAllByRole('row')[number]!;
const button = (mark: string, number: number) =>
  screen.getByRole('button', { name: `${mark} for Teacher ${number}’s application` });
const isPressed = (mark: string, number: number) => button(mark, number).ariaPressed === 'true';
const view = (number: number) => document.getElementById(viewButtonId(`app-${number}`))!;
const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

async function openRows(query = '') {
  const shown = open(`/admin${query}`);
  await screen.findByRole('table');
  return shown;
}

/** Stores marks on the server. Each request waits for `until`. Returns the requests. */
function serveMarks(until: () => Promise<unknown> = async () => undefined): (Mark | null)[] {
  const sent: (Mark | null)[] = [];
  const store = async (id: string, mine: Mark | null) => {
    sent.push(mine);
    await until();
    const marks = { ...sums, mine, ...(mine !== null && { [mine]: 1 }) };
    review.changes.set(id, { marks });
    return marks;
  };
  serve('put /api/admin/applications/:id/marks/me', async (_, { request, params }) => {
    const { mark } = (await request.json()) as { mark: Mark };
    return HttpResponse.json(await store(String(params['id']), mark));
  });
  serve('delete /api/admin/applications/:id/marks/me', async (_, { params }) => {
    await store(String(params['id']), null);
    return new HttpResponse(null, { status: 204 });
  });
  return sent;
}

test('of several presses during a request only the last is sent, and each is shown right away', async () => {
  const first = deferred();
  const sent = serveMarks(() => first.promise);
  const { user } = await openRows();
  await user.click(button('Yes', 2));
  expect(isPressed('Yes', 2)).toBe(true);
  expect(row(2).textContent).toContain('1 yes');
  await user.click(button('No', 2));
  await user.click(button('Maybe', 2));
  expect(row(2).textContent).toContain('1 maybe');
  expect(row(2).textContent).not.toMatch(/1 yes|1 no/);
  expect(sent).toEqual(['yes']);
  first.resolve();
  await waitFor(() => expect(sent).toEqual(['yes', 'maybe']));
  await user.click(button('Maybe', 2));
  await waitFor(() => expect(sent).toEqual(['yes', 'maybe', null]));
  expect(row(2).textContent).not.toContain('maybe');
});

test('a refused mark is taken back with its reason, unless a later one has replaced it', async () => {
  const refused = deferred();
  const sent = serveMarks();
  serve('put /api/admin/applications/:id/marks/me', async (count) => {
    await refused.promise;
    return count === 1
      ? problem(503, 'busy', 'The server is busy.')
      : HttpResponse.json({ ...sums, no: 1, mine: 'no' });
  });
  const { user } = await openRows();
  const others = { ...sums, no: 3 };
  await user.click(button('Yes', 2));
  await user.click(button('No', 2));
  refused.resolve();
  await user.click(button('No', 2));
  await waitFor(() => expect(sent).toEqual([null]));
  expect(screen.queryByText(/couldn’t save/)).toBeNull();

  const decided = deferred();
  serve('put /api/admin/applications/:id/marks/me', async () => {
    await decided.promise;
    return problem(409, 'application_already_decided', 'This application was already decided.');
  });
  await user.click(button('Yes', 2));
  review.changes.set('app-2', { marks: others });
  act(() => review.send('application.marked', { application_id: 'app-2' }));
  await waitFor(() => expect(row(2).textContent).toContain('1 yes · 3 no'));
  serve('get /api/admin/applications', () => HttpResponse.error());
  decided.resolve();
  const reason = 'This application was already decided.';
  await screen.findByText(`We couldn’t save your mark for Teacher 2. ${reason}`);
  expect(isPressed('Yes', 2)).toBe(false);
  expect(row(2).textContent).toContain('3 no');
  expect(row(2).textContent).not.toContain('yes');
});

test('a mark whose response was lost is read from the server', async () => {
  const { user } = await openRows();
  serve('put /api/admin/applications/:id/marks/me', () => {
    review.changes.set('app-2', { marks: { ...sums, yes: 1, no: 3, mine: 'yes' } });
    return HttpResponse.error();
  });
  await user.click(button('Yes', 2));
  await screen.findByText(/^We couldn’t save your mark for Teacher 2./);
  await waitFor(() => expect(row(2).textContent).toContain('1 yes · 3 no'));
  expect(isPressed('Yes', 2)).toBe(true);
});

test('a mark that waits for another one is not sent by the administrator who signs in next', async () => {
  const answered = deferred();
  const sent = serveMarks(() => answered.promise);
  serve('delete /api/auth/sessions');
  const { user } = await openRows();
  await user.click(button('Yes', 2));
  await user.click(button('No', 2));
  await act(signOut);
  await act(() => signedInAs('admin'));
  await screen.findByRole('table');
  answered.resolve();
  await user.click(button('Maybe', 3));
  await waitFor(() => expect(sent).toContain('maybe'));
  expect(sent).toEqual(['yes', 'maybe']);
});

test('Y, M and N mark the focused row, and J and K move between rows', async () => {
  const sent = serveMarks();
  const { user } = await openRows();
  // The container of the rows has the focus after Next page.
  act(() => screen.getByRole('table').parentElement!.focus());
  press('k');
  press('j');
  expect(document.activeElement).toBe(view(1));
  press('J');
  press('y');
  expect(await screen.findByText('Yes for Teacher 2')).toBeTruthy();
  expect(isPressed('Yes', 2)).toBe(true);
  expect(document.activeElement).toBe(view(2));
  await waitFor(() => expect(sent).toEqual(['yes']));
  press('y', { repeat: true });
  press('n', { ctrlKey: true });
  press('k');
  // A Cyrillic layout.
  press('ь', { code: 'KeyM' });
  await waitFor(() => expect(sent).toEqual(['yes', 'maybe']));
  press('j');
  press('y');
  expect(await screen.findByText('No mark for Teacher 2')).toBeTruthy();
  await waitFor(() => expect(sent).toEqual(['yes', 'maybe', null]));

  const switchKeys = async () => {
    await user.click(view(3));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Letter shortcuts' }));
    await user.keyboard('{Escape}');
  };
  await switchKeys();
  expect(button('Yes', 3).getAttribute('aria-keyshortcuts')).toBeNull();
  act(() => view(3).focus());
  press('y');
  press('j');
  expect(document.activeElement).toBe(view(3));
  expect(isPressed('Yes', 3)).toBe(false);
  // The choice outlives this test.
  await switchKeys();
  expect(button('Yes', 3).getAttribute('aria-keyshortcuts')).toBe('Y');
});

test('an open application that the list lacks keeps its marks, and J leads into the list', async () => {
  const marked = (marks: object) => review.changes.set('app-3', { marks: { ...sums, ...marks } });
  marked({ yes: 1, mine: 'yes' });
  const sent = serveMarks();
  open('/admin?mark=none&application=app-3');
  await screen.findByRole('button', { name: 'Yes for Teacher 3’s application' });
  expect(isPressed('Yes', 3)).toBe(true);
  press('n');
  await waitFor(() => expect(isPressed('No', 3)).toBe(true));
  expect(sent).toEqual(['no']);
  marked({ maybe: 1, mine: 'maybe' });
  act(() => review.send('application.marked', { application_id: 'app-3' }));
  await waitFor(() => expect(isPressed('Maybe', 3)).toBe(true));
  marked({ yes: 1, mine: 'yes' });
  review.disconnect();
  await waitFor(() => expect(isPressed('Yes', 3)).toBe(true), { timeout: 5_000 });
  press('j');
  await screen.findByRole('dialog', { name: 'Teacher 1’s application' });
});

test.each([
  ['', ''],
  ['?status=pending', '?status=pending'],
  ['?status=pending&mark=none', ''],
])(
  'from %j, one pile replaces the other, and releasing it leads to %j',
  async (query, released) => {
    const { user, router } = await openRows(query);
    const pile = (name: string) => screen.getByRole('button', { name });
    const choose = (name: string) => user.click(pile(name));
    if (!query.includes('mark')) await choose('Still to read');
    await choose('To discuss');
    const [toRead, toDiscuss] = [pile('Still to read'), pile('To discuss')];
    expect([toRead.ariaPressed, toDiscuss.ariaPressed]).toEqual(['false', 'true']);
    expect(router.state.location.search).toBe('?status=pending&team=divided');
    await choose('To discuss');
    expect(toDiscuss.ariaPressed).toBe('false');
    expect(router.state.location.search).toBe(released);
  },
);

test('own and decided applications refuse marks, and small marks have names', async () => {
  review.changes.set('app-1', { marks: null, notes: null });
  review.statuses.set('app-2', 'approved');
  review.changes.set('app-2', { marks: { ...sums, yes: 2, no: 1 } });
  review.changes.set('app-3', { notes: 2, changes: 'requested', read_at: '2026-03-06T10:00:00Z' });
  const sent = serveMarks();
  await openRows();
  for (const number of [1, 2]) {
    expect(within(row(number)).queryByRole('group', { name: 'Your mark' })).toBeNull();
    act(() => view(number).focus());
    press('y');
  }
  const status = (number: number) => within(row(number)).getAllByRole('cell')[2]!.textContent;
  expect(status(1)).toBe('Pending');
  expect(status(2)).toBe('ApprovedDivided2 yes · 1 no');
  expect(status(3)).toBe('Pending22 notesChanges requested');
  expect(status(4)).toBe('PendingUnread');
  act(() => view(4).focus());
  press('n');
  await waitFor(() => expect(sent).toEqual(['no']));
});

test('marks of others appear while no row moves, and do not replace a mark that is being saved', async () => {
  const saved = deferred();
  serveMarks(() => saved.promise);
  const { user } = await openRows('?mark=none');
  const order = screen.getAllByRole('row').length;
  // It no longer matches the filter.
  review.changes.set('app-1', { marks: { ...sums, yes: 3, no: 1, mine: 'yes' }, notes: 1 });
  review.changes.set('app-2', { marks: { ...sums, no: 5 } });
  await user.click(button('Yes', 2));
  for (const id of ['app-2', 'app-1'])
    act(() => review.send('application.marked', { application_id: id }));
  await waitFor(() => expect(row(1).textContent).toContain('3 yes · 1 no'));
  expect(row(1).textContent).toContain('1 note');
  expect(isPressed('Yes', 2)).toBe(true);
  expect(row(2).textContent).toContain('1 yes · 5 no');
  expect(screen.getAllByRole('row')).toHaveLength(order);
  saved.resolve();
  await act(async () => undefined);
});

test('a slow read of marks ends before the next begins, which has newer ones', async () => {
  await openRows();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const slow = deferred();
  const steps: string[] = [];
  serve('get /api/admin/applications', async (count) => {
    steps.push(`read ${count}`);
    if (count === 1) await slow.promise;
    steps.push(`answer ${count}`);
  });
  const mark = () => act(() => review.send('application.marked', { application_id: 'app-1' }));
  mark();
  await waitFor(() => expect(steps).toHaveLength(1));
  mark();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  // Later than any read that has begun.
  await fetch('/api/admin/selection');
  slow.resolve();
  await waitFor(() => expect(steps).toHaveLength(4));
  expect(steps).toEqual(['read 1', 'answer 1', 'read 2', 'answer 2']);
  vi.useRealTimers();
});

test('another administrator’s decision leaves the focus in its row', async () => {
  await openRows();
  for (const [number, name] of [
    [1, 'Maybe for Teacher 1’s application'],
    [2, 'Reject Teacher 2’s application'],
  ] as const) {
    act(() => screen.getByRole('button', { name }).focus());
    review.statuses.set(`app-${number}`, 'approved');
    const decided = { application_id: `app-${number}`, status: 'approved' };
    act(() => review.send('application.decided', decided));
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    expect(document.activeElement).toBe(view(number));
  }
});

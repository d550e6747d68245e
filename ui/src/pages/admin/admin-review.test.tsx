// One application after the other in the dialog, and what others do meanwhile.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import {
  applicationList,
  currentUser,
  detail,
  history,
  problem,
  server,
  serveApi,
  summary,
} from '../../../test/msw';
import { renderPage } from '../../../test/msw-screen';
import { signedInAs, withRealSession } from '../../../test/msw-session';
import type { ApplicationStatus } from '../../api/review';
import { AdminPage } from './admin-page';

serveApi();
withRealSession();

const COUNT = 60;
const statuses = new Map<string, ApplicationStatus>();
const decisions: unknown[] = [];
let say: (event: string, data: unknown) => void;

const row = (number: number) => {
  const id = `app-${number}`;
  const names = { first_name: 'Teacher', last_name: String(number) };
  return summary({ id, ...names, status: statuses.get(id) ?? 'pending' });
};

/** The server: sixty applications on pages of 25, of which `status` filters, and a stream of events. */
beforeEach(async () => {
  statuses.clear();
  decisions.length = 0;
  await signedInAs('admin');
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const writer = stream.writable.getWriter();
  say = (event, data) =>
    void writer.write(
      new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    );
  server.use(
    http.get('/api/admin/events', () => new HttpResponse(stream.readable)),
    http.get('/api/admin/applications', ({ request }) => {
      const { searchParams: asked } = new URL(request.url);
      const all = Array.from({ length: COUNT }, (_, index) => row(index + 1));
      const wanted = asked.get('status');
      const matching = all.filter(({ status }) => wanted === null || status === wanted);
      const after = Number(asked.get('cursor') ?? 0);
      const from = all.slice(after).filter((item) => matching.includes(item));
      const items = from.slice(0, 25);
      const end = Number(items.at(-1)?.id.slice(4) ?? COUNT);
      const pending = all.filter(({ status }) => status === 'pending').length;
      return HttpResponse.json(
        applicationList(items, {
          total: matching.length,
          counts: { total: COUNT, pending, approved: COUNT - pending, rejected: 0 },
          next_cursor: from.length > 25 ? String(end) : null,
          prev_cursor: after > 0 ? '0' : null,
        }),
      );
    }),
    http.get('/api/applications/:id', ({ params }) => {
      const { id, ...facts } = row(Number(String(params['id']).slice(4)));
      return HttpResponse.json({ ...detail(), ...facts, id });
    }),
    http.get('/api/admin/applications/:id/history', ({ params }) =>
      HttpResponse.json({ items: history(statuses.get(String(params['id']))) }),
    ),
    http.post('/api/admin/applications/:id/decision', async ({ params, request }) => {
      const id = String(params['id']);
      const body = (await request.json()) as { decision: ApplicationStatus };
      if (statuses.has(id)) return problem(409, 'application_already_decided', 'Already decided.');
      decisions.push([id, body]);
      statuses.set(id, body.decision);
      return HttpResponse.json({ ...detail(), ...row(Number(id.slice(4))), id });
    }),
  );
});

const open = (at: string) => renderPage(AdminPage, '/admin', at);
const dialogOf = (number: number) =>
  screen.findByRole('dialog', { name: `Application of Teacher ${number}` });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const inDialog = (name: string) =>
  within(screen.getByRole('dialog')).findByRole<HTMLButtonElement>('button', { name });

describe('in the dialog', () => {
  test('arrow keys lead on and back, across the border of a page, and the place is said', async () => {
    const { router } = open('/admin?status=pending&application=app-25');
    await dialogOf(25);
    expect(await screen.findByText('25 of 60 pending')).toBeTruthy();
    press('ArrowRight');
    await dialogOf(26);
    expect(await screen.findByText('26 of 60 pending')).toBeTruthy();
    expect(router.state.location.search).toBe(
      '?status=pending&application=app-26&cursor=25&at=26-60',
    );
    press('ArrowLeft');
    await dialogOf(25);
    expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  });

  test('arrow keys in the note move its cursor and nothing else', async () => {
    const { user } = open('/admin?application=app-1');
    await dialogOf(1);
    await user.type(screen.getByLabelText(/Internal note/), 'x');
    press('ArrowRight');
    expect(screen.getByRole('dialog', { name: 'Application of Teacher 1' })).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('region', { name: 'Application' }), {
      key: 'ArrowRight',
      altKey: true,
    });
    expect(screen.getByRole('dialog', { name: 'Application of Teacher 1' })).toBeTruthy();
  });

  test('the note goes with the decision, the focus to the next pending one', async () => {
    statuses.set('app-2', 'approved');
    const { user } = open('/admin?application=app-1');
    await dialogOf(1);
    await user.type(screen.getByLabelText(/Internal note/), ' Called the school. ');
    expect(screen.getByText('18 of 2,000 characters')).toBeTruthy();
    await expectAccessible();
    await user.click(await inDialog('Reject'));
    expect(await screen.findByText('Application rejected successfully')).toBeTruthy();
    expect(decisions).toEqual([['app-1', { decision: 'rejected', note: 'Called the school.' }]]);
    expect(await screen.findByText(/by Dana Director/)).toBeTruthy();
    const on = await inDialog('Next pending application');
    await waitFor(() => expect(document.activeElement).toBe(on));
    await user.keyboard('{Enter}');
    await dialogOf(3);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Application' })),
    );
  });

  test('a note that is too long stops the decision, counted as the server counts', async () => {
    open('/admin?application=app-1');
    await dialogOf(1);
    const note = screen.getByLabelText(/Internal note/);
    fireEvent.change(note, { target: { value: '🦉'.repeat(2000) } });
    expect((await inDialog('Approve')).ariaDisabled).toBeNull();
    fireEvent.change(note, { target: { value: '🦉'.repeat(2001) } });
    expect((await inDialog('Approve')).ariaDisabled).toBe('true');
    expect(screen.getByText('Please shorten the note to 2,000 characters.')).toBeTruthy();
  });

  test('a decision by somebody else first is told, with who and when, and the note is kept', async () => {
    const { user } = open('/admin?application=app-1');
    await dialogOf(1);
    await user.type(screen.getByLabelText(/Internal note/), 'Mine.');
    statuses.set('app-1', 'approved');
    await user.click(await inDialog('Reject'));
    expect(await screen.findByText('Failed to update application')).toBeTruthy();
    expect(await screen.findByText(/Somebody else decided first/)).toBeTruthy();
    expect(await screen.findByText(/by Dana Director/)).toBeTruthy();
    const kept = screen.getByLabelText<HTMLTextAreaElement>(/Your note was not saved/);
    expect([kept.value, kept.readOnly]).toEqual(['Mine.', true]);
    await expectAccessible();
  });

  test('a failed decision keeps the note and the buttons', async () => {
    server.use(
      http.post('/api/admin/applications/:id/decision', () =>
        problem(409, 'own_application', 'You cannot decide on your own application.'),
      ),
    );
    const { user } = open('/admin?application=app-1');
    await dialogOf(1);
    await user.type(screen.getByLabelText(/Internal note/), 'Mine.');
    await user.click(await inDialog('Approve'));
    expect(await screen.findByText('You cannot decide on your own application.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Internal note/).value).toBe('Mine.');
  });
});

describe('live', () => {
  test('new applications are counted, and shown when asked for', async () => {
    const { user } = open('/admin');
    await screen.findByText('Showing 1–25 of 60 applications');
    say('application.submitted', { application_id: 'new-1', status: 'pending' });
    say('application.submitted', { application_id: 'new-1', status: 'pending' });
    say('application.submitted', { application_id: 'app-3', status: 'pending' });
    const load = await screen.findByRole('button', { name: '1 new application' });
    expect(screen.getAllByRole('row')).toHaveLength(26);
    await user.click(load);
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /new application/ })).toBeNull(),
    );
  });

  test('a row that somebody else decided changes in its place, and the counts with it', async () => {
    open('/admin?status=pending');
    const second = () => screen.getAllByRole('row')[2];
    await waitFor(() => expect(second()?.textContent).toContain('Teacher 2'));
    statuses.set('app-2', 'approved');
    say('application.decided', { application_id: 'app-2', status: 'approved' });
    await waitFor(() => expect(second()?.textContent).toContain('Approved'));
    expect(second()?.textContent).toContain('Teacher 2');
    await waitFor(() =>
      expect(screen.getByText('Approved', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
        '1',
      ),
    );
  });

  test('an administrator who is one no more sees Access Denied', async () => {
    open('/admin');
    await screen.findByText('Showing 1–25 of 60 applications');
    const me = currentUser(['member']);
    server.use(http.get('/api/users/me', () => HttpResponse.json(me)));
    act(() => say('role.changed', { user_id: me.id, roles: ['member'] }));
    expect(await screen.findByText('Access Denied')).toBeTruthy();
  });
});

describe('export', () => {
  const file = (more: ResponseInit = {}) =>
    new HttpResponse('id\r\n', {
      headers: { 'Content-Disposition': 'attachment; filename="applications-2026-03-05.csv"' },
      ...more,
    });

  test('says how many, and saves what is filtered', async () => {
    const address = vi.fn(() => 'blob:file');
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: address, revokeObjectURL: vi.fn() }),
    );
    let search = '';
    server.use(
      http.get('/api/admin/applications/export', ({ request }) => {
        search = new URL(request.url).search;
        return file();
      }),
    );
    const { user } = open('/admin?status=pending&sort=name');
    await user.click(await screen.findByRole('button', { name: 'Export 60 applications' }));
    expect(await screen.findByText('applications-2026-03-05.csv is saved.')).toBeTruthy();
    expect(search).toBe('?sort=name&order=asc&status=pending');
    expect(address).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  test('says why it failed', async () => {
    server.use(
      http.get('/api/admin/applications/export', () => problem(503, 'busy', 'The server is busy.')),
    );
    const { user } = open('/admin');
    await user.click(await screen.findByRole('button', { name: 'Export 60 applications' }));
    expect(await screen.findByText('The export failed. The server is busy.')).toBeTruthy();
  });
});

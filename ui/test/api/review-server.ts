/** /admin with its API: sixty applications on pages of 25, a status filter, decisions, and an event stream. */
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach } from 'vitest';
import type {
  ApplicationDetail,
  ApplicationStatus,
  ApplicationSummary,
  ApplicationNote,
} from '../../src/api/review/applications';
import { AdminPage } from '../../src/pages/admin/admin-page';
import {
  applicationList,
  detail,
  history,
  listOf,
  pageOf,
  problem,
  serve,
  server,
  summary,
} from './mock-api';
import { signedInAs, withRealSession } from './real-session';
import { renderPage } from '../screens/render-page';

const COUNT = 60;
const PAGE = 25;

/** The server of the running test. */
export let review: ReturnType<typeof serveReview>;

/** Before each test, signs in an administrator to a new server. */
export function withReview(): void {
  withRealSession();
  beforeEach(async () => {
    await signedInAs('admin');
    review = serveReview();
  });
}

export const open = (at = '/admin') => renderPage(AdminPage, '/admin', at);

/** Opens an application in its dialog. */
export async function openApplication(id = 'app-1') {
  const view = open(`/admin?application=${id}`);
  const dialog = within(await screen.findByRole('dialog', { name: /’s application$/ }));
  return { ...view, dialog };
}

export function serveReview() {
  const mock = {
    statuses: new Map<string, ApplicationStatus>(),
    /** What rows have besides their names and statuses, by application. */
    changes: new Map<string, Partial<ApplicationSummary>>(),
    decisions: [] as unknown[],
    /** The query of each request for the list. */
    searches: [] as string[],
    /** What an open application has besides the facts of its row. */
    detail: {} as Partial<ApplicationDetail>,
    /** How long decisions can be undone. */
    undoSeconds: 0,
    /** The ids of each request that undoes decisions. */
    undone: [] as string[][],
    /** By application. */
    notes: new Map<string, ApplicationNote[]>(),
    /** Number of new applications, at the top of the list. */
    added: 0,
    row: (number: number) => {
      const id = `app-${number}`;
      const names = { first_name: 'Teacher', last_name: String(number) };
      const status = mock.statuses.get(id) ?? 'pending';
      return summary({ id, ...names, status, ...mock.changes.get(id) });
    },
    /** Sends an event. */
    send: (_event: string, _data: unknown): void => undefined,
    /** Ends the event stream. The page then reconnects. */
    disconnect: (): void => undefined,
  };
  const rowOf = (id: unknown) => mock.row(Number(String(id).slice(4)));
  server.use(
    http.get('/api/admin/applications', ({ request }) => {
      const { search, searchParams: asked } = new URL(request.url);
      mock.searches.push(search);
      const { added } = mock;
      const all = Array.from({ length: COUNT + added }, (_, index) => mock.row(index + 1 - added));
      const wanted = asked.get('status');
      const ids = asked.getAll('id');
      const matching = all
        .filter(({ status }) => wanted === null || status === wanted)
        .filter(({ marks }) => !asked.has('mark') || marks?.mine === null)
        .filter(({ id }) => ids.length === 0 || ids.includes(id));
      const after = Number(asked.get('cursor') ?? 0);
      const from = all.slice(after).filter((item) => matching.includes(item));
      const items = from.slice(0, Number(asked.get('limit') ?? PAGE));
      const end = all.findIndex(({ id }) => id === items.at(-1)?.id) + 1;
      const pending = all.filter(({ status }) => status === 'pending').length;
      return HttpResponse.json(
        applicationList(items, {
          total: matching.length,
          counts: { total: all.length, pending, approved: all.length - pending, rejected: 0 },
          next_cursor: from.length > items.length ? String(end) : null,
          prev_cursor: after > 0 ? '0' : null,
        }),
      );
    }),
    http.get('/api/admin/selection', () => {
      const approved = [...mock.statuses.values()].filter((status) => status === 'approved').length;
      return HttpResponse.json({ target: null, version: 'version-0', approved, team_yes: 0 });
    }),
    http.get('/api/admin/users', () => HttpResponse.json({ ...pageOf([]), total_is_exact: true })),
    ...['/api/applications/app-:number', '/api/admin/applications/app-:number'].map((path) =>
      http.get(path, ({ params }) => {
        const { id, ...facts } = mock.row(Number(params['number']));
        return HttpResponse.json({ ...detail(), ...facts, id, note: null, ...mock.detail });
      }),
    ),
    http.get('/api/admin/applications/:id/history', ({ params }) =>
      listOf(...history(mock.statuses.get(String(params['id'])))),
    ),
    http.get('/api/admin/applications/:id/notes', ({ params }) =>
      listOf(...(mock.notes.get(String(params['id'])) ?? [])),
    ),
    http.put('/api/admin/applications/:id/viewers/me', () => listOf()),
    http.delete(
      '/api/admin/applications/:id/viewers/me',
      () => new HttpResponse(null, { status: 204 }),
    ),
    http.post('/api/admin/applications/:id/decision', async ({ params, request }) => {
      const id = String(params['id']);
      const body = (await request.json()) as {
        decision: ApplicationStatus;
        version?: number;
        note?: string;
      };
      if (mock.statuses.has(id))
        return problem(409, 'application_already_decided', 'Already decided.');
      if (body.version !== undefined && body.version !== rowOf(id).version)
        return problem(412, 'version_conflict', 'This has changed.');
      mock.decisions.push([id, body]);
      mock.statuses.set(id, body.decision);
      const facts = { id, note: body.note ?? null, undo_seconds: mock.undoSeconds };
      return HttpResponse.json({ ...detail(), ...rowOf(id), ...facts });
    }),
    http.post('/api/admin/applications/decisions', async ({ request }) => {
      const body = (await request.json()) as {
        ids: string[];
        versions: number[];
        decision: ApplicationStatus;
      };
      mock.decisions.push([request.headers.get('Idempotency-Key'), body]);
      const skipped = body.ids.flatMap((id, index) => {
        if (mock.statuses.has(id)) return [{ id, code: 'application_already_decided' }];
        const isCurrent = body.versions[index] === (mock.changes.get(id)?.version ?? 1);
        return isCurrent ? [] : [{ id, code: 'version_conflict' }];
      });
      const decided = body.ids.filter((id) => skipped.every((skip) => skip.id !== id));
      for (const id of decided) mock.statuses.set(id, body.decision);
      return HttpResponse.json({
        decided,
        skipped,
        undo_seconds: mock.undoSeconds,
        undo_until: null,
      });
    }),
    http.post('/api/admin/applications/decisions/preview', async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] };
      const by_state = [{ state: 'FL', count: ids.length }];
      const email = { subject: 'Welcome', preview_url: '/email-previews/1' };
      return HttpResponse.json({ mails: ids.length, ...email, by_state, skipped: [] });
    }),
    http.post('/api/admin/applications/decisions/undo', async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] };
      mock.undone.push(ids);
      for (const id of ids) mock.statuses.delete(id);
      return HttpResponse.json({ undone: ids, skipped: [] });
    }),
  );
  serve('get /api/admin/events', () => {
    const stream = new TransformStream<Uint8Array, Uint8Array>();
    const writer = stream.writable.getWriter();
    void writer.write(new TextEncoder().encode(': open\n\n'));
    mock.send = (event, data) =>
      void writer.write(
        new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      );
    mock.disconnect = () => void writer.close();
    return new HttpResponse(stream.readable, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  return mock;
}

/** The review API: sixty applications on pages of 25, a status filter, decisions, and an event stream. */
import { http, HttpResponse } from 'msw';
import type { ApplicationStatus, ApplicationSummary } from '../../src/api/review/applications';
import type { ApplicationNote } from '../../src/api/review/notes';
import type { ApplicationViewer } from '../../src/api/review/viewers';
import { applicationList, detail, history, problem, serve, server, summary } from './mock-api';

const COUNT = 60;
const PAGE = 25;

export function serveReview() {
  const review = {
    statuses: new Map<string, ApplicationStatus>(),
    /** The version and the last request for changes, by application. */
    changes: new Map<string, Pick<ApplicationSummary, 'version' | 'changes'>>(),
    decisions: [] as unknown[],
    /** The queries of the list requests. */
    searches: [] as string[],
    /** How long decisions can be undone. */
    undoSeconds: 0,
    /** The ids that the server refuses to undo, with the reason. */
    refusedUndos: new Map<string, string>(),
    /** The ids of each request that undoes decisions. */
    undone: [] as string[][],
    /** The note of decided applications. */
    note: null as string | null,
    /** By application. */
    notes: new Map<string, ApplicationNote[]>(),
    viewers: [] as ApplicationViewer[],
    /** Number of new applications, at the top of the list. */
    added: 0,
    row: (number: number) => {
      const id = `app-${number}`;
      const names = { first_name: 'Teacher', last_name: String(number) };
      const status = review.statuses.get(id) ?? 'pending';
      return summary({ id, ...names, status, ...review.changes.get(id) });
    },
    /** Sends an event. */
    send: (_event: string, _data: unknown): void => undefined,
    /** Ends the event stream. The page then reconnects. */
    disconnect: (): void => undefined,
  };
  const rowOf = (id: unknown) => review.row(Number(String(id).slice(4)));
  server.use(
    http.get('/api/admin/applications', ({ request }) => {
      const { search, searchParams: asked } = new URL(request.url);
      review.searches.push(search);
      const { added } = review;
      const all = Array.from({ length: COUNT + added }, (_, index) =>
        review.row(index + 1 - added),
      );
      const wanted = asked.get('status');
      const matching = all.filter(({ status }) => wanted === null || status === wanted);
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
    http.get('/api/applications/:id', ({ params }) => {
      const { id, ...facts } = rowOf(params['id']);
      return HttpResponse.json({ ...detail(), ...facts, id, note: review.note });
    }),
    http.get('/api/admin/applications/:id/history', ({ params }) =>
      HttpResponse.json({
        items: history(review.statuses.get(String(params['id']))),
        next_cursor: null,
      }),
    ),
    http.get('/api/admin/applications/:id/notes', ({ params }) =>
      HttpResponse.json({
        items: review.notes.get(String(params['id'])) ?? [],
        next_cursor: null,
      }),
    ),
    http.put('/api/admin/applications/:id/viewers/me', () =>
      HttpResponse.json({ items: review.viewers, next_cursor: null }),
    ),
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
      if (review.statuses.has(id))
        return problem(409, 'application_already_decided', 'Already decided.');
      if (body.version !== undefined && body.version !== rowOf(id).version)
        return problem(412, 'version_conflict', 'This has changed.');
      review.decisions.push([id, body]);
      review.statuses.set(id, body.decision);
      const facts = { id, note: body.note ?? null, undo_seconds: review.undoSeconds };
      return HttpResponse.json({ ...detail(), ...rowOf(id), ...facts });
    }),
    http.post('/api/admin/applications/decisions', async ({ request }) => {
      const body = (await request.json()) as {
        ids: string[];
        versions: number[];
        decision: ApplicationStatus;
      };
      review.decisions.push([request.headers.get('Idempotency-Key'), body]);
      const skipped = body.ids.flatMap((id, index) => {
        if (review.statuses.has(id)) return [{ id, code: 'application_already_decided' }];
        const isCurrent = body.versions[index] === (review.changes.get(id)?.version ?? 1);
        return isCurrent ? [] : [{ id, code: 'version_conflict' }];
      });
      const decided = body.ids.filter((id) => skipped.every((skip) => skip.id !== id));
      for (const id of decided) review.statuses.set(id, body.decision);
      return HttpResponse.json({
        decided,
        skipped,
        undo_seconds: review.undoSeconds,
        undo_until: null,
      });
    }),
    http.post('/api/admin/applications/decisions/undo', async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] };
      review.undone.push(ids);
      const skipped = ids.flatMap((id) => {
        const code = review.refusedUndos.get(id);
        return code === undefined ? [] : [{ id, code }];
      });
      const undone = ids.filter((id) => !review.refusedUndos.has(id));
      for (const id of undone) review.statuses.delete(id);
      return HttpResponse.json({ undone, skipped });
    }),
  );
  serve('get /api/admin/events', () => {
    const stream = new TransformStream<Uint8Array, Uint8Array>();
    const writer = stream.writable.getWriter();
    void writer.write(new TextEncoder().encode(': open\n\n'));
    review.send = (event, data) =>
      void writer.write(
        new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      );
    review.disconnect = () => void writer.close();
    return new HttpResponse(stream.readable, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  return review;
}

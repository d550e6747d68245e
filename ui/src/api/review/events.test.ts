import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { server, serveApi } from '../../../test/api/mock-api';
import { configureApi } from '../transport/client';
import { exportApplications } from './export';
import { readReviewEvents, type ReviewEvent } from './events';

const CSV = { format: 'csv', note: false, reviewer: false } as const;

serveApi();
beforeEach(() =>
  configureApi({ getAccessToken: async () => 'token-1', onUnauthorized: async () => false }),
);

const signal = () => new AbortController().signal;

/** A body that arrives in these chunks and then ends or fails. */
function pieces(parts: readonly string[], breaks = false): ReadableStream<Uint8Array> {
  const bytes = parts.map((part) => new TextEncoder().encode(part));
  return new ReadableStream({
    pull(controller) {
      const next = bytes.shift();
      if (next !== undefined) controller.enqueue(next);
      else if (breaks) controller.error(new TypeError('broken'));
      else controller.close();
    },
  });
}

test('events are read from chunks of any size, after the last known event', async () => {
  const sent: (string | null)[] = [];
  server.use(
    http.get('/api/admin/events', ({ request: { headers } }) => {
      sent.push(headers.get('Authorization'), headers.get('Last-Event-ID'));
      return new HttpResponse(
        pieces([
          ': welcome\n\nid: 7\nevent: application.sub',
          'mitted\ndata: {"application_id":"a","status":"pending"}\n\n',
          'id: 8\nevent: application.decided\ndata: {"application_id":"a","status":"approved"}\n\n',
          'id: 9\nevent: role.changed\ndata: {"user_id":"u","roles":["member"]}\n\n',
          'id: 10\nevent: email.failed\ndata: {"message_id":"m"}\n\n',
          'id: 10\nevent: note.added\ndata: {"application_id":"a","note_id":"n"}\n\n',
          'id: 10\nevent: application.changed\ndata: {"application_id":"a"}\n\n',
          'id: 10\nevent: application.marked\ndata: {"application_id":"a"}\n\n',
          'id: 11\nevent: application.decided\ndata: {"application_id":"a","status":"lost"}\n\n',
          'id: 12\nevent: application.decided\ndata: no json\n\n: heartbeat\n\n',
        ]),
        { headers: { 'Content-Type': 'text/event-stream' } },
      );
    }),
  );
  const events: ReviewEvent[] = [];
  const ids: string[] = [];
  const onOpen = vi.fn();
  await readReviewEvents({
    lastEventId: '6',
    signal: signal(),
    onOpen,
    onEvent: (event) => events.push(event),
    onId: (id) => ids.push(id),
  });
  expect(sent).toEqual(['Bearer token-1', '6']);
  expect(onOpen).toHaveBeenCalledOnce();
  expect(events).toEqual([
    { type: 'application.submitted', applicationId: 'a', status: 'pending' },
    { type: 'application.decided', applicationId: 'a', status: 'approved' },
    { type: 'role.changed', userId: 'u', roles: ['member'] },
    { type: 'email.failed', messageId: 'm' },
    { type: 'note.added', applicationId: 'a', noteId: 'n' },
    { type: 'application.marked', applicationId: 'a' },
  ]);
  expect(ids).toEqual(['7', '8', '9', '10', '10', '10', '10', '11', '12']);
});

const filter = { sort: 'name', order: 'asc', limit: 25, status: 'pending', q: 'ada & co' } as const;

test('an incomplete export fails', async () => {
  server.use(
    http.get(
      '/api/admin/applications/export',
      () => new HttpResponse(pieces(['id,'], true), { headers: { 'Content-Type': 'text/csv' } }),
    ),
  );
  await expect(exportApplications(filter, CSV, signal(), () => undefined)).rejects.toMatchObject({
    fault: { kind: 'network' },
  });
});

test('a page from a network filter is not accepted, and headers without a body are no stream', async () => {
  server.use(
    http.get('/api/admin/applications/export', () => HttpResponse.html('<h1>Blocked</h1>')),
    http.get('/api/admin/events', () => HttpResponse.html('<h1>Blocked</h1>')),
  );
  const subscription = { signal: signal(), onOpen: vi.fn(), onEvent: vi.fn(), onId: vi.fn() };
  const blocked = { code: 'intercepted' };
  await expect(exportApplications(filter, CSV, signal(), vi.fn())).rejects.toMatchObject(blocked);
  await expect(readReviewEvents(subscription)).rejects.toMatchObject(blocked);
  const headers = { 'Content-Type': 'text/event-stream' };
  server.use(http.get('/api/admin/events', () => new HttpResponse(pieces([]), { headers })));
  await readReviewEvents(subscription);
  expect(subscription.onOpen).not.toHaveBeenCalled();
});

import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { busy, failureOf, sentIn, serve, wireApi } from '../../../test/api/api-calls';
import { exampleApplication } from '../../../test/api/example-application';
import {
  currentUser,
  noContent,
  problem,
  server,
  serveApi,
  sessionView,
} from '../../../test/api/mock-api';
import { findPendingApplication, submitApplication, readDraft, saveDraft } from '../applications';
import { listApplications } from '../review/applications';
import { createSession, endSessions, getCurrentUser } from '../sessions';

serveApi();
const { getAccessToken, onUnauthorized } = wireApi();

const signedIn = () => HttpResponse.json(sessionView(), { status: 201 });
const user = () => HttpResponse.json(currentUser([]));

describe('tokens', () => {
  test('the request to end sessions sends the given token and outlives the page', async () => {
    const requests = serve('delete', '/auth/sessions', noContent);
    await endSessions('in-hand', 'global');
    await endSessions('late', 'local');
    expect(sentIn(requests, 'Authorization')).toEqual(['Bearer in-hand', 'Bearer late']);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      '?scope=global',
      '?scope=local',
    ]);
    expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, true]);
    expect(getAccessToken).not.toHaveBeenCalled();
  });

  test('the request to save a draft outlives the page unless it is too large', async () => {
    const outlives: boolean[] = [];
    server.events.on('request:start', ({ request }) => void outlives.push(request.keepalive));
    const fields = (length: number) => ({ teaching_experience: 'x'.repeat(length) });
    const save = (length: number, seen: string, version: string) =>
      saveDraft({ fields: fields(length), step: 1, version }, [seen]);
    await save(5_000, 'none', 'one');
    await save(20_001, 'one', 'two');
    await readDraft();
    server.events.removeAllListeners();
    expect(outlives).toEqual([true, false, false]);
  });

  test('concurrent calls keep their tokens, and signing in sends none', async () => {
    const requests = [
      serve('get', '/users/me', user),
      serve('delete', '/auth/sessions', noContent),
      serve('post', '/auth/sessions', signedIn),
    ];
    await Promise.all([getCurrentUser(), endSessions('mine', 'local'), createSession('a', 'b')]);
    expect(requests.map((each) => sentIn(each, 'Authorization'))).toEqual([
      ['Bearer token-1'],
      ['Bearer mine'],
      [null],
    ]);
    expect(getAccessToken).toHaveBeenCalledOnce();
  });

  test('wrong credentials do not refresh the token', async () => {
    serve('post', '/auth/sessions', () =>
      problem(401, 'invalid_credentials', 'Invalid login credentials'),
    );
    expect(await failureOf(createSession('ada@example.com', 'wrong'))).toMatchObject({
      fault: { kind: 'invalid-credentials' },
      message: 'Invalid login credentials',
    });
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
});

describe('failures', () => {
  test("a proxy's HTML page is never shown", async () => {
    const page = () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 });
    serve('post', '/auth/sessions', page);
    const failure = await failureOf(createSession('', ''));
    expect(failure).toMatchObject({ fault: { kind: 'retryable' }, status: 502 });
    expect(failure.message).not.toContain('<');
  });

  test('a cancelled call rejects as cancelled', async () => {
    server.use(http.get('/api/applications/mine', () => delay('infinite')));
    const cancelling = new AbortController();
    const failing = failureOf(findPendingApplication(cancelling.signal));
    cancelling.abort();
    expect((await failing).fault.kind).toBe('cancelled');
  });
});

describe('temporary failures', () => {
  test('a read is retried after the time in Retry-After', async () => {
    const requests = serve('get', '/users/me', busy('0'), user);
    await getCurrentUser();
    expect(requests).toHaveLength(2);
  });

  test('a write with an idempotency key is retried with the same key', async () => {
    const submitted = { id: 'app-1', status: 'pending', submitted_at: '2026-03-05T10:00:00Z' };
    const requests = serve('post', '/applications', busy('0'), () =>
      HttpResponse.json(submitted, { status: 201 }),
    );
    await submitApplication(exampleApplication, 'one-key');
    expect(sentIn(requests, 'Idempotency-Key')).toEqual(['one-key', 'one-key']);
  });

  test('a sign-in is not retried', async () => {
    const requests = serve('post', '/auth/sessions', busy('0'));
    expect((await failureOf(createSession('', ''))).fault.kind).toBe('retryable');
    expect(requests).toHaveLength(1);
  });

  test('a call is not retried if Retry-After is a minute', async () => {
    const requests = serve('get', '/users/me', busy('60'));
    expect((await failureOf(getCurrentUser())).message).toBe('Busy.');
    expect(requests).toHaveLength(1);
  });
});

test('unset filters are not sent', async () => {
  const requests = serve('get', '/admin/applications', () => problem(404, 'not_found', 'None.'));
  await failureOf(
    listApplications({ q: 'ada & co', limit: 25, sort: 'submitted_at', order: 'desc' }),
  );
  expect(new URL(requests[0]?.url ?? '').search).toBe(
    '?q=ada+%26+co&limit=25&sort=submitted_at&order=desc',
  );
});

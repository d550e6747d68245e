import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleApplication } from '../../test/api/example-application';
import { currentUser, problem, server, serveApi, sessionView } from '../../test/api/mock-api';
import { findPendingApplication, submitApplication } from './applications';
import { configureApi } from './client';
import { deleteDraft, readDraft, saveDraft } from './draft';
import { ApiProblem, fromAnswer, messageOf, toProblem } from './errors';
import { listApplications } from './review';
import { createSession, endSessions } from './sessions';
import { getCurrentUser } from './users';

serveApi();

const getAccessToken = vi.fn<() => Promise<string | undefined>>();
const onUnauthorized = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  getAccessToken.mockReset().mockResolvedValue('token-1');
  onUnauthorized.mockReset().mockResolvedValue(false);
  configureApi({ getAccessToken, onUnauthorized });
});

const failure = (act: Promise<unknown>): Promise<ApiProblem> =>
  act.then(
    () => Promise.reject(new Error('it did not fail')),
    (cause: unknown) => {
      if (!(cause instanceof ApiProblem)) throw cause;
      return cause;
    },
  );

describe('tokens', () => {
  test('a call of a signed-in person carries the token', async () => {
    let sent: string | null = null;
    server.use(
      http.get('/api/users/me', ({ request }) => {
        sent = request.headers.get('Authorization');
        return HttpResponse.json(currentUser(['member']));
      }),
    );
    await getCurrentUser();
    expect(sent).toBe('Bearer token-1');
  });

  test('ending sessions sends the token it is given, waits for no other, and outlives its page', async () => {
    const sent: unknown[] = [];
    server.use(
      http.delete('/api/auth/sessions', ({ request: { headers, url, keepalive } }) => {
        sent.push([headers.get('Authorization'), new URL(url).search, keepalive]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await endSessions('in-hand', 'global');
    await endSessions('late', 'local');
    expect(sent).toEqual([
      ['Bearer in-hand', '?scope=global', true],
      ['Bearer late', '?scope=local', true],
    ]);
    expect(getAccessToken).not.toHaveBeenCalled();
  });

  test('saving a draft outlives its page, unless it is too long for that; reading it does not', async () => {
    const outlives: boolean[] = [];
    server.events.on('request:start', ({ request }) => void outlives.push(request.keepalive));
    const fields = (length: number) => ({ teaching_experience: 'x'.repeat(length) });
    await saveDraft({ fields: fields(5_000), step: 1 });
    await saveDraft({ fields: fields(20_001), step: 1 });
    await deleteDraft();
    await readDraft();
    server.events.removeAllListeners();
    expect(outlives).toEqual([true, false, true, false]);
  });

  test('the token that was refused is the token that was sent, also when it was renewed meanwhile', async () => {
    const sent: (string | null)[] = [];
    getAccessToken.mockResolvedValueOnce('one').mockResolvedValue('two');
    onUnauthorized.mockResolvedValue(true);
    server.use(
      http.get('/api/users/me', ({ request: { headers } }) => {
        sent.push(headers.get('Authorization'));
        return sent.length === 1
          ? problem(401, 'token_expired', 'The token has expired.')
          : HttpResponse.json(currentUser([]));
      }),
    );
    await getCurrentUser();
    expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith('one');
    expect(sent).toEqual(['Bearer one', 'Bearer two']);
  });

  test('calls at once keep their own tokens', async () => {
    const sent = new Map<string, string | null>();
    server.use(
      http.get('/api/users/me', ({ request: { headers } }) => {
        sent.set('me', headers.get('Authorization'));
        return HttpResponse.json(currentUser([]));
      }),
      http.delete('/api/auth/sessions', ({ request: { headers } }) => {
        sent.set('end', headers.get('Authorization'));
        return new HttpResponse(null, { status: 204 });
      }),
      http.post('/api/auth/sessions', ({ request: { headers } }) => {
        sent.set('start', headers.get('Authorization'));
        return HttpResponse.json(sessionView(), { status: 201 });
      }),
    );
    await Promise.all([getCurrentUser(), endSessions('mine', 'local'), createSession('a', 'b')]);
    expect(Object.fromEntries(sent)).toEqual({
      me: 'Bearer token-1',
      end: 'Bearer mine',
      start: null,
    });
  });

  test('signing in asks for no token and sends none', async () => {
    let sent: string | null = 'unset';
    server.use(
      http.post('/api/auth/sessions', ({ request }) => {
        sent = request.headers.get('Authorization');
        return HttpResponse.json(sessionView(), { status: 201 });
      }),
    );
    await createSession('ada@example.com', 'secret');
    expect(sent).toBeNull();
    expect(getAccessToken).not.toHaveBeenCalled();
  });

  test('after a refused token the call is made once more with the new one', async () => {
    const sent: (string | null)[] = [];
    getAccessToken.mockResolvedValue('old');
    onUnauthorized.mockImplementation(async () => {
      getAccessToken.mockResolvedValue('new');
      return true;
    });
    server.use(
      http.get('/api/users/me', ({ request }) => {
        sent.push(request.headers.get('Authorization'));
        return sent.length === 1
          ? problem(401, 'token_expired', 'The token has expired.')
          : HttpResponse.json(currentUser([]));
      }),
    );
    await getCurrentUser();
    expect(sent).toEqual(['Bearer old', 'Bearer new']);
    expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith('old');
  });

  test('wrong credentials are an answer, not a reason to refresh', async () => {
    server.use(
      http.post('/api/auth/sessions', () =>
        problem(401, 'invalid_credentials', 'Invalid login credentials'),
      ),
    );
    const problemOfForm = await failure(createSession('ada@example.com', 'wrong'));
    expect(problemOfForm).toMatchObject({
      fault: { kind: 'invalid-credentials' },
      message: 'Invalid login credentials',
    });
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
});

describe('problems', () => {
  test.each([
    [401, 'authentication_required', 'session-missing'],
    [401, 'token_expired', 'invalid-token'],
    [401, 'session_revoked', 'invalid-token'],
    [401, 'refresh_token_reused', 'invalid-token'],
    [401, 'invalid_credentials', 'invalid-credentials'],
    [502, 'http_502', 'retryable'],
    [503, 'busy', 'retryable'],
    [504, 'http_504', 'retryable'],
    [500, 'internal_error', 'refused'],
    [409, 'application_pending_exists', 'refused'],
    [403, 'email_not_verified', 'refused'],
  ])('a %i %s is of the kind %s', (status, code, kind) => {
    expect(fromAnswer({ status, body: { code, detail: 'No.' } }).fault.kind).toBe(kind);
  });

  test.each([
    ['180', 180, 'in about 3 minutes'],
    ['soon', null, 'in a few minutes'],
    ['Sun, 06 Nov 2033 08:49:37 GMT', null, 'in a few minutes'],
    [null, null, 'in a few minutes'],
  ])('a 429 with Retry-After %s says when to try again', (retryAfter, waitSeconds, words) => {
    const limited = fromAnswer({ status: 429, retryAfter, body: '<h1>Too many</h1>' });
    expect(limited.fault).toEqual({ kind: 'limited', waitSeconds });
    expect(limited.message).toBe(`Too many attempts. Please try again ${words}.`);
    expect(messageOf(limited, (wait) => `Later, ${wait}.`)).toBe(`Later, ${words}.`);
  });

  test('the sentence of a limit stands for no other problem', () => {
    const busy = fromAnswer({ status: 503, body: { code: 'busy', detail: 'Busy.' } });
    expect(messageOf(busy, () => 'Later.')).toBe('Busy.');
  });

  test('a lost connection is told in plain words', async () => {
    server.use(http.get('/api/users/me', () => HttpResponse.error()));
    const lost = await failure(getCurrentUser());
    expect(lost.fault.kind).toBe('network');
    expect(lost.message).toMatch(/could not reach the server/);
  });

  test('a weak password brings its reasons', async () => {
    server.use(
      http.post('/api/auth/sessions', () =>
        problem(422, 'weak_password', 'Too common.', { reasons: ['pwned', 'unheard-of'] }),
      ),
    );
    expect(await failure(createSession('', ''))).toMatchObject({
      fault: { kind: 'weak-password', reasons: ['pwned'] },
    });
  });

  test('a page of a proxy in between is never shown to a person', async () => {
    server.use(
      http.post('/api/auth/sessions', () =>
        HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 }),
      ),
    );
    const busy = await failure(createSession('', ''));
    expect(busy).toMatchObject({ fault: { kind: 'retryable' }, status: 502 });
    expect(busy.message).not.toContain('<');
  });

  test('a cancelled call says so', async () => {
    server.use(
      http.get('/api/applications/mine', async () => {
        await delay('infinite');
        return HttpResponse.json({});
      }),
    );
    const leaving = new AbortController();
    const asked = failure(findPendingApplication(leaving.signal));
    leaving.abort();
    expect((await asked).fault.kind).toBe('cancelled');
  });
});

describe('passing faults', () => {
  test('a read is repeated after the wait the server asks for', async () => {
    let calls = 0;
    server.use(
      http.get('/api/users/me', () => {
        calls += 1;
        return calls === 1
          ? problem(503, 'busy', 'Busy.', {}, { 'Retry-After': '0' })
          : HttpResponse.json(currentUser([]));
      }),
    );
    await getCurrentUser();
    expect(calls).toBe(2);
  });

  test('a write under an idempotency key is repeated with the same key', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('/api/applications', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length === 1
          ? problem(503, 'busy', 'Busy.', {}, { 'Retry-After': '0' })
          : HttpResponse.json(
              { id: 'app-1', status: 'pending', submitted_at: '2026-03-05T10:00:00Z' },
              { status: 201 },
            );
      }),
    );
    await submitApplication(exampleApplication, 'one-key');
    expect(keys).toEqual(['one-key', 'one-key']);
  });

  test('a sign-in is not repeated by itself', async () => {
    let calls = 0;
    server.use(
      http.post('/api/auth/sessions', () => {
        calls += 1;
        return problem(503, 'busy', 'Busy.', {}, { 'Retry-After': '0' });
      }),
    );
    expect((await failure(createSession('', ''))).fault.kind).toBe('retryable');
    expect(calls).toBe(1);
  });

  test('nobody waits a minute because the server asks for it', async () => {
    let calls = 0;
    server.use(
      http.get('/api/users/me', () => {
        calls += 1;
        return problem(503, 'unavailable', 'Down.', {}, { 'Retry-After': '60' });
      }),
    );
    expect((await failure(getCurrentUser())).message).toBe('Down.');
    expect(calls).toBe(1);
  });
});

test('unset filters stay out of the address', async () => {
  let search = '';
  server.use(
    http.get('/api/admin/applications', ({ request }) => {
      search = new URL(request.url).search;
      return problem(404, 'not_found', 'None.');
    }),
  );
  await failure(
    listApplications({ q: 'ada & co', limit: 25, sort: 'submitted_at', order: 'desc' }),
  );
  expect(search).toBe('?q=ada+%26+co&limit=25&sort=submitted_at&order=desc');
});

test('a fault of the page is no lost connection: it is reported as one of the page', () => {
  const heard = vi.fn((event: ErrorEvent) => event.preventDefault());
  window.addEventListener('error', heard);
  const fault = new TypeError("Cannot read properties of undefined (reading 'city')");
  expect(toProblem(fault)).toMatchObject({ fault: { kind: 'refused' }, code: 'unexpected' });
  expect(heard).toHaveBeenCalledOnce();
  expect(heard.mock.calls[0]?.[0].error).toBe(fault);
  window.removeEventListener('error', heard);
});

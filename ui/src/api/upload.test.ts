import { waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { headshot, problem, server, serveApi } from '../../test/api/mock-api';
import { configureApi } from './client';
import { ApiProblem } from './errors';
import { uploadHeadshot } from './headshots';

serveApi();

const getAccessToken = vi.fn<() => Promise<string | undefined>>();
const onUnauthorized = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  getAccessToken.mockReset().mockResolvedValue('token-1');
  onUnauthorized.mockReset().mockResolvedValue(false);
  configureApi({ getAccessToken, onUnauthorized });
});

const file = new File(['pixels'], 'me.png', { type: 'image/png' });
const upload = (
  signal = new AbortController().signal,
  onProgress: (share: number) => void = vi.fn(),
) => uploadHeadshot({ file, idempotencyKey: 'one-key', signal, onProgress });

const failure = (act: Promise<unknown>): Promise<ApiProblem> =>
  act.then(
    () => Promise.reject(new Error('it did not fail')),
    (cause: unknown) => {
      if (!(cause instanceof ApiProblem)) throw cause;
      return cause;
    },
  );

test('an upload carries the file, the token and the key, and tells how far it is', async () => {
  const sent: Record<string, unknown> = {};
  server.use(
    http.post('/api/headshots', async ({ request }) => {
      sent.token = request.headers.get('Authorization');
      sent.key = request.headers.get('Idempotency-Key');
      sent.body = await request.text();
      return HttpResponse.json(headshot(), { status: 201 });
    }),
  );
  const shares: number[] = [];
  const done = await upload(undefined, (share) => shares.push(share));
  expect(done).toEqual(headshot());
  expect(sent).toMatchObject({ token: 'Bearer token-1', key: 'one-key' });
  // What jsdom's file holds does not survive Node's own FormData; the browser tests send real photos.
  expect(sent.body).toMatch(/name="file"; filename=[\s\S]*image\/png/);
  expect(shares.at(-1)).toBe(1);
});

test('after a refused token the file is sent once more, with the new one and the same key', async () => {
  const sent: (string | null)[][] = [];
  onUnauthorized.mockImplementation(async () => {
    getAccessToken.mockResolvedValue('token-2');
    return true;
  });
  server.use(
    http.post('/api/headshots', ({ request: { headers } }) => {
      sent.push([headers.get('Authorization'), headers.get('Idempotency-Key')]);
      return sent.length === 1
        ? problem(401, 'token_expired', 'The token has expired.')
        : HttpResponse.json(headshot(), { status: 201 });
    }),
  );
  await upload();
  expect(sent).toEqual([
    ['Bearer token-1', 'one-key'],
    ['Bearer token-2', 'one-key'],
  ]);
});

test('a refusal brings its code, a lost connection and a page of a proxy their kind', async () => {
  server.use(http.post('/api/headshots', () => problem(415, 'unsupported_image', 'No image.')));
  expect(await failure(upload())).toMatchObject({ status: 415, code: 'unsupported_image' });
  server.use(http.post('/api/headshots', () => HttpResponse.error()));
  expect((await failure(upload())).fault.kind).toBe('network');
  server.use(http.post('/api/headshots', () => HttpResponse.html('<h1>No</h1>', { status: 502 })));
  expect((await failure(upload())).fault.kind).toBe('retryable');
});

test('a busy server is asked again after the wait it names, under the same key', async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post('/api/headshots', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return keys.length === 1
        ? problem(503, 'unavailable', 'Busy.', {}, { 'Retry-After': '0' })
        : HttpResponse.json(headshot(), { status: 201 });
    }),
  );
  expect(await upload()).toEqual(headshot());
  expect(keys).toEqual(['one-key', 'one-key']);
});

test('the wait for a busy server is cut short by cancelling', async () => {
  let asked = 0;
  server.use(
    http.post('/api/headshots', () => {
      asked += 1;
      return problem(503, 'unavailable', 'Busy.', {}, { 'Retry-After': '4' });
    }),
  );
  const leaving = new AbortController();
  const failed = failure(upload(leaving.signal));
  await waitFor(() => expect(asked).toBe(1));
  setTimeout(() => leaving.abort(), 50);
  expect((await failed).fault.kind).toBe('cancelled');
  expect(asked).toBe(1);
});

test('an upload that is cancelled, before or on the way, says so', async () => {
  server.use(
    http.post('/api/headshots', async () => {
      await delay('infinite');
      return HttpResponse.json({});
    }),
  );
  const leaving = new AbortController();
  const asked = failure(upload(leaving.signal));
  await waitFor(() => expect(getAccessToken).toHaveBeenCalled());
  leaving.abort();
  expect((await asked).fault.kind).toBe('cancelled');
  expect((await failure(upload(leaving.signal))).fault.kind).toBe('cancelled');
});

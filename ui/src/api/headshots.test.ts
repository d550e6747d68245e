import { waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { busy, failureOf, sentIn, serve, tokenExpired, wireApi } from '../../test/api/api-calls';
import { headshot, problem, server, serveApi } from '../../test/api/mock-api';
import { uploadHeadshot } from './headshots';

serveApi();
const { getAccessToken, onUnauthorized } = wireApi();

const file = new File(['pixels'], 'me.png', { type: 'image/png' });
const upload = (
  signal = new AbortController().signal,
  onProgress: (share: number) => void = vi.fn(),
) => uploadHeadshot({ file, idempotencyKey: 'one-key', signal, onProgress });

const uploaded = () => HttpResponse.json(headshot(), { status: 201 });

test('an upload sends the file, the token and the key, and reports its progress', async () => {
  const sent: Record<string, unknown> = {};
  server.use(
    http.post('/api/headshots', async ({ request }) => {
      sent.token = request.headers.get('Authorization');
      sent.key = request.headers.get('Idempotency-Key');
      sent.body = await request.text();
      return uploaded();
    }),
  );
  const shares: number[] = [];
  const done = await upload(undefined, (share) => shares.push(share));
  expect(done).toEqual(headshot());
  expect(sent).toMatchObject({ token: 'Bearer token-1', key: 'one-key' });
  // Node's FormData does not accept a jsdom File. The journeys send real photos.
  expect(sent.body).toMatch(/name="file"; filename=[\s\S]*image\/png/);
  expect(shares.at(-1)).toBe(1);
});

test('an upload with a refused token is retried with a new token and the same key', async () => {
  const requests = serve('post', '/headshots', tokenExpired, uploaded);
  getAccessToken.mockResolvedValueOnce('token-1').mockResolvedValue('token-2');
  onUnauthorized.mockResolvedValue(true);
  await upload();
  expect(sentIn(requests, 'Authorization')).toEqual(['Bearer token-1', 'Bearer token-2']);
  expect(sentIn(requests, 'Idempotency-Key')).toEqual(['one-key', 'one-key']);
});

test("a refusal, a lost connection and a proxy's HTML page are distinguished", async () => {
  serve('post', '/headshots', () => problem(415, 'unsupported_image', 'No image.'));
  expect(await failureOf(upload())).toMatchObject({ status: 415, code: 'unsupported_image' });
  serve('post', '/headshots', () => HttpResponse.error());
  expect((await failureOf(upload())).fault.kind).toBe('network');
  serve('post', '/headshots', () => HttpResponse.html('<h1>No</h1>', { status: 502 }));
  expect((await failureOf(upload())).fault.kind).toBe('retryable');
});

test('an upload to a busy server is retried with the same key after Retry-After', async () => {
  const requests = serve('post', '/headshots', busy('0'), uploaded);
  expect(await upload()).toEqual(headshot());
  expect(sentIn(requests, 'Idempotency-Key')).toEqual(['one-key', 'one-key']);
});

test('cancelling ends the wait for a retry', async () => {
  const requests = serve('post', '/headshots', busy('4'));
  const cancelling = new AbortController();
  const failing = failureOf(upload(cancelling.signal));
  await waitFor(() => expect(requests).toHaveLength(1));
  setTimeout(() => cancelling.abort(), 50);
  expect((await failing).fault.kind).toBe('cancelled');
  expect(requests).toHaveLength(1);
});

test('an upload can be cancelled before and during the request', async () => {
  server.use(http.post('/api/headshots', () => delay('infinite')));
  const cancelling = new AbortController();
  const failing = failureOf(upload(cancelling.signal));
  await waitFor(() => expect(getAccessToken).toHaveBeenCalled());
  cancelling.abort();
  expect((await failing).fault.kind).toBe('cancelled');
  expect((await failureOf(upload(cancelling.signal))).fault.kind).toBe('cancelled');
});

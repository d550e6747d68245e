// Helpers for the tests of the API client: tokens, requests and failures.
import { http, type HttpResponse, type JsonBodyType } from 'msw';
import { beforeEach, vi } from 'vitest';
import { ApiProblem } from '../../src/api/errors';
import { configureApi } from '../../src/api/transport/client';
import { problem, server } from './mock-api';

/** By default the client sends `token-1`, and a refused token cannot be replaced. */
export function wireApi() {
  const getAccessToken = vi.fn<() => Promise<string | undefined>>();
  const onUnauthorized = vi.fn<() => Promise<boolean>>();
  beforeEach(() => {
    getAccessToken.mockReset().mockResolvedValue('token-1');
    onUnauthorized.mockReset().mockResolvedValue(false);
    configureApi({ getAccessToken, onUnauthorized });
  });
  return { getAccessToken, onUnauthorized };
}

/** Answers the requests with these responses in order, and later requests with the last one. Returns the requests. */
export function serve(
  method: 'delete' | 'get' | 'post',
  path: string,
  ...answers: readonly (() => HttpResponse<JsonBodyType> | Response)[]
): Request[] {
  const requests: Request[] = [];
  server.use(
    http[method](`/api${path}`, ({ request }) => {
      requests.push(request.clone());
      return answers[Math.min(requests.length, answers.length) - 1]?.();
    }),
  );
  return requests;
}

export const sentIn = (requests: readonly Request[], header: string) =>
  requests.map(({ headers }) => headers.get(header));

export const tokenExpired = () => problem(401, 'token_expired', 'The token has expired.');
export const busy = (retryAfter: string) => () =>
  problem(503, 'busy', 'Busy.', {}, { 'Retry-After': retryAfter });

export const failureOf = (call: Promise<unknown>): Promise<ApiProblem> =>
  call.then(
    () => Promise.reject(new Error('it did not fail')),
    (cause: unknown) => {
      if (!(cause instanceof ApiProblem)) throw cause;
      return cause;
    },
  );

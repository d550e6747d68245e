/**
 * The transport of the generated client: fetch with a time limit, cancellation, and retries of temporary failures. Called
 * by generated code only. Rejects with ApiProblem for a lost connection, for a response that is no success, and for one
 * that does not come from the server.
 */
import { fromAnswer, intercepted } from '../errors';
import type { ApiRequestOptions } from '../generated/core/ApiRequestOptions';
import { CancelablePromise } from '../generated/core/CancelablePromise';
import type { OpenAPIConfig } from '../generated/core/OpenAPI';
import { type Connection, openConnection, pause, retryDelay } from './connection';
import { isExpected, parsed } from './expected-response';

/** Longer than the server's own limit of 10 s a request, so that the server answers first. */
const TIME_LIMIT_MS = 15_000;

/** Reads, and writes with an idempotency key, can be retried safely. */
const mayRetry = (options: ApiRequestOptions): boolean =>
  options.method === 'GET' || options.headers?.['Idempotency-Key'] !== undefined;

/** Browsers limit `keepalive` requests to 64 KiB in all; a character has up to 3 bytes. */
const MAX_KEEPALIVE_LENGTH = 20_000;

/** Deletions and saves, such as Sign Out and an application's draft, are completed even if the page is closed at once. */
const outlivesPage = (method: string, sent = ''): boolean =>
  (method === 'DELETE' || method === 'PUT') && sent.length <= MAX_KEEPALIVE_LENGTH;

function address(config: OpenAPIConfig, options: ApiRequestOptions): string {
  const path = options.url.replace(/\{(.*?)\}/g, (_, name: string) =>
    encodeURIComponent(String(options.path?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value));
  }
  const search = query.toString();
  return `${config.BASE}${path}${search === '' ? '' : `?${search}`}`;
}

function headersFor({ TOKEN }: OpenAPIConfig, options: ApiRequestOptions): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value !== undefined && value !== null) headers.set(name, String(value));
  }
  if (options.body !== undefined) headers.set('Content-Type', 'application/json');
  // client.ts sets a string for the call that it starts, never a function.
  if (typeof TOKEN === 'string') headers.set('Authorization', `Bearer ${TOKEN}`);
  return headers;
}

/** A file may take minutes on a slow connection: the time limit applies to each chunk. */
async function fileOf(response: Response, { chunks }: Connection): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks(response)) parts.push(chunk);
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' });
}

async function bodyOf(response: Response, connection: Connection): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/zip')) return fileOf(response, connection);
  const text = await connection.receive(response.text());
  return /[/+]json/.test(type) ? parsed(text) : text;
}

/** One request and its whole response, within the time limit. */
async function exchange(url: string, init: RequestInit, cancel: AbortSignal) {
  const connection = openConnection(TIME_LIMIT_MS, cancel);
  try {
    const { signal } = connection;
    const response = await connection.receive(fetch(url, { ...init, signal }));
    return { response, body: await bodyOf(response, connection) };
  } finally {
    connection.close();
  }
}

async function send(
  config: OpenAPIConfig,
  options: ApiRequestOptions,
  cancel: AbortSignal,
): Promise<unknown> {
  const url = address(config, options);
  const { method } = options;
  // Before the first await: afterwards the token may be that of another call.
  const headers = headersFor(config, options);
  const sent = options.body === undefined ? undefined : JSON.stringify(options.body);
  for (let retry = 0; ; retry += 1) {
    const { response, body } = await exchange(
      url,
      { method, headers, body: sent, keepalive: outlivesPage(method, sent) },
      cancel,
    );
    const { status, headers: told } = response;
    if (response.ok) {
      const answered = { status, type: told.get('Content-Type'), body };
      if (isExpected(`${method} ${options.url}`, answered)) return body;
      throw intercepted();
    }
    const answer = { status, retryAfter: told.get('Retry-After'), body };
    const wait = mayRetry(options) ? retryDelay(retry, answer) : null;
    if (wait === null) throw fromAnswer(answer);
    await pause(wait, cancel);
  }
}

export function request<T>(
  config: OpenAPIConfig,
  options: ApiRequestOptions,
): CancelablePromise<T> {
  return new CancelablePromise<T>((resolve, reject, onCancel) => {
    const cancelling = new AbortController();
    onCancel(() => cancelling.abort());
    // The type comes from openapi.json, which the server is tested against.
    send(config, options, cancelling.signal).then((body) => resolve(body as T), reject);
  });
}

/**
 * The transport of the generated client: fetch with a time limit, cancellation and retries. Rejects with ApiProblem for a lost
 * connection, an unsuccessful response, and a response that does not come from the server.
 */
import { fromResponse, intercepted } from '../errors';
import type { ApiRequestOptions } from '../generated/core/ApiRequestOptions';
import { CancelablePromise } from '../generated/core/CancelablePromise';
import type { OpenAPIConfig } from '../generated/core/OpenAPI';
import { type Connection, openConnection, pause, retryDelay } from './connection';
import { isExpected, parseJson } from './expected-response';

/** The server's limit is 10 s per request, so the server responds first. */
const TIME_LIMIT_MS = 15_000;

/** Reads and writes with an idempotency key are safe to retry. */
const mayRetry = (options: ApiRequestOptions): boolean =>
  options.method === 'GET' || options.headers?.['Idempotency-Key'] !== undefined;

/** Browsers limit `keepalive` requests to 64 KiB in total. A character takes up to 3 bytes. */
const MAX_KEEPALIVE_LENGTH = 20_000;

/** Deletions and saves, such as signing out or saving a draft, complete even if the page closes. */
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
  // client.ts always sets a string, never a function.
  if (typeof TOKEN === 'string') headers.set('Authorization', `Bearer ${TOKEN}`);
  return headers;
}

/** The time limit applies to each chunk, because a file may take minutes. */
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
  return /[/+]json/.test(type) ? parseJson(text) : text;
}

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
  // Read before the first await: after it, the token may belong to another call.
  const headers = headersFor(config, options);
  const sent = options.body === undefined ? undefined : JSON.stringify(options.body);
  for (let retry = 0; ; retry += 1) {
    const { response, body } = await exchange(
      url,
      { method, headers, body: sent, keepalive: outlivesPage(method, sent) },
      cancel,
    );
    const { status, headers: received } = response;
    if (response.ok) {
      const success = { status, type: received.get('Content-Type'), body };
      if (isExpected(`${method} ${options.url}`, success)) return body;
      throw intercepted();
    }
    const failure = { status, retryAfter: received.get('Retry-After'), body };
    const wait = mayRetry(options) ? retryDelay(retry, failure) : null;
    if (wait === null) throw fromResponse(failure);
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
    // The type is generated from openapi.json, and tests check the server against it.
    send(config, options, cancelling.signal).then((body) => resolve(body as T), reject);
  });
}

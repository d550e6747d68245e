/**
 * The transport under the generated client: fetch with a timeout, cancellation, and retries of temporary failures.
 * Called by generated code only; it throws ApiProblem for a lost connection, for a response that is not a success, and for
 * one that is not the server's.
 */
import { anySignal } from '../../lib/any-signal';
import { isExpected, parsed } from './expected-response';
import { fromAnswer, intercepted } from '../errors';
import type { ApiRequestOptions } from '../generated/core/ApiRequestOptions';
import { CancelablePromise } from '../generated/core/CancelablePromise';
import type { OpenAPIConfig } from '../generated/core/OpenAPI';
import { pause, retryDelay } from './retry-policy';
import { onTheLine } from './reach';

/** A little longer than the server's own limit of 10 s a request, so that the server answers first. */
const TIME_LIMIT_MS = 15_000;

/** Aborts its signal when the time limit is over; `restart` begins it anew, `end` takes it back. */
function timeLimit() {
  const late = new AbortController();
  const begin = () =>
    setTimeout(() => {
      late.abort(new DOMException('The server did not answer in time.', 'TimeoutError'));
    }, TIME_LIMIT_MS);
  let timer = begin();
  const end = () => clearTimeout(timer);
  const restart = () => {
    end();
    timer = begin();
  };
  return { signal: late.signal, restart, end };
}

/** Reads, and writes with an idempotency key, can be repeated safely. */
const mayRepeat = (options: ApiRequestOptions): boolean =>
  options.method === 'GET' || options.headers?.['Idempotency-Key'] !== undefined;

/** Browsers refuse more than 64 KiB at a time in requests that outlive their page; a character has up to 3 bytes. */
const MOST_KEPT_ALIVE = 20_000;

/**
 * What somebody wanted gone goes, and what they wrote is saved, even if they close the page at once: Sign Out and the draft
 * of an application above all.
 */
const outlivesPage = (method: string, sent = ''): boolean =>
  (method === 'DELETE' || method === 'PUT') && sent.length <= MOST_KEPT_ALIVE;

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
  // client.ts sets a text for the call it is starting, never a function.
  if (typeof TOKEN === 'string') headers.set('Authorization', `Bearer ${TOKEN}`);
  return headers;
}

/**
 * A file may take minutes on a slow line: the time limit holds for the wait between two pieces of it, not for the whole, so
 * that only a download that has stalled ends.
 */
async function fileOf({ body, headers }: Response, restart: () => void): Promise<Blob> {
  restart();
  const watched = body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, out) {
        restart();
        out.enqueue(piece);
      },
    }),
  );
  return await new Response(watched, { headers }).blob();
}

async function bodyOf(response: Response, restart: () => void): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/zip')) return await fileOf(response, restart);
  const text = await response.text();
  return /[/+]json/.test(type) ? parsed(text) : text;
}

/** One request and its whole response, within the time limit. */
async function exchange(url: string, init: RequestInit, cancelled: AbortSignal) {
  const { signal, restart, end } = timeLimit();
  try {
    const response = await onTheLine(fetch(url, { ...init, signal: anySignal(cancelled, signal) }));
    return { response, body: await onTheLine(bodyOf(response, restart)) };
  } finally {
    end();
  }
}

async function send(
  config: OpenAPIConfig,
  options: ApiRequestOptions,
  cancelled: AbortSignal,
): Promise<unknown> {
  const url = address(config, options);
  const { method } = options;
  // Before the first await: the token is that of this call only now.
  const headers = headersFor(config, options);
  const sent = options.body === undefined ? undefined : JSON.stringify(options.body);
  for (let repeat = 0; ; repeat += 1) {
    const { response, body } = await exchange(
      url,
      { method, headers, body: sent, keepalive: outlivesPage(method, sent) },
      cancelled,
    );
    const { status, headers: told } = response;
    if (response.ok) {
      const answered = { status, type: told.get('Content-Type'), body };
      if (isExpected(`${method} ${options.url}`, answered)) return body;
      throw intercepted();
    }
    const answer = { status, retryAfter: told.get('Retry-After'), body };
    const wait = mayRepeat(options) ? retryDelay(repeat, answer) : null;
    if (wait === null) throw fromAnswer(answer);
    await pause(wait, cancelled);
  }
}

export function request<T>(
  config: OpenAPIConfig,
  options: ApiRequestOptions,
): CancelablePromise<T> {
  return new CancelablePromise<T>((resolve, reject, onCancel) => {
    const cancelling = new AbortController();
    onCancel(() => cancelling.abort());
    // The type comes from openapi.json, which the drift check compares with the server.
    send(config, options, cancelling.signal).then((body) => resolve(body as T), reject);
  });
}

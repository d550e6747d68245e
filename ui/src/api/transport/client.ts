/**
 * The only wrapper of the generated client, for the other modules of api/. It adds the token and retries once after a refused
 * one. Its transport is fetch with a time limit, cancellation and retries. Calls reject with ApiProblem only, also for a
 * response that does not come from the server.
 */
import {
  type ApiProblem,
  cancelled,
  type ErrorResponse,
  fromResponse,
  intercepted,
  isTokenRefused,
  noResponse,
  toProblem,
  unreachable,
} from '../errors';
import { answers, type Member, shapes } from '../generated/answers';
import type { ApiRequestOptions } from '../generated/core/ApiRequestOptions';
import { CancelablePromise } from '../generated/core/CancelablePromise';
import type { OpenAPIConfig } from '../generated/core/OpenAPI';

export type ApiWiring = {
  /** A token that has not expired; undefined for a visitor. */
  getAccessToken(): Promise<string | undefined>;
  /** Resolves to true if a token other than the refused one is available. */
  onUnauthorized(refused: string | undefined): Promise<boolean>;
};

let wiring: ApiWiring | null = null;

/** Connects the client to the session, which is in a higher layer. */
export function configureApi(next: ApiWiring): void {
  wiring = next;
}

type Sent = { readonly token?: string | undefined; readonly signal?: AbortSignal | undefined };

/** Of the operation that is being called. The generated client hands nothing through, and calls `request` synchronously. */
let calling: Sent = {};

async function attempt<T>(operation: () => Promise<T>, sent: Sent = {}): Promise<T> {
  if (sent.signal?.aborted === true) throw cancelled();
  calling = sent;
  try {
    return await operation();
  } catch (cause) {
    throw toProblem(cause);
  }
}

/** Runs `act` with the current token, and once more with a new one after a refusal. */
export async function authorized<T>(act: (token: string | undefined) => Promise<T>): Promise<T> {
  const token = await wiring?.getAccessToken();
  try {
    return await act(token);
  } catch (cause) {
    if (!isTokenRefused(cause) || wiring === null || !(await wiring.onUnauthorized(token))) {
      throw cause;
    }
    return act(await wiring.getAccessToken());
  }
}

export const call = <T>(operation: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
  authorized((token) => attempt(operation, { token, signal }));

/** Sends no token. A 401 causes no refresh. */
export const callPublic = <T>(operation: () => Promise<T>): Promise<T> => attempt(operation);

/** Sends this token. A 401 does not refresh it. */
export const callWith = <T>(token: string, operation: () => Promise<T>): Promise<T> =>
  attempt(operation, { token });

type Connection = ReturnType<typeof openConnection>;

/** For all transports. Aborts its `signal` when `cancel` aborts or nothing arrives for `limitMs`. `close` stops watching both. */
export function openConnection(limitMs: number, cancel: AbortSignal | undefined) {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onCancel = () => controller.abort(cancelled());
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(noResponse()), limitMs);
  };
  const close = () => {
    clearTimeout(timer);
    cancel?.removeEventListener('abort', onCancel);
  };
  /** Rejects with ApiProblem only. `arriving` contains only the request, so that no bug in the page is hidden. */
  const receive = <T>(arriving: Promise<T>): Promise<T> =>
    arriving.catch(() => {
      const { aborted, reason } = controller.signal;
      throw aborted ? (reason as ApiProblem) : unreachable();
    });

  /** Each chunk restarts the time limit. Rejects with ApiProblem. */
  async function* chunks({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    const reader = body?.getReader();
    restart();
    try {
      for (;;) {
        const next = await (reader && receive(reader.read()));
        if (next === undefined || next.done) return;
        restart();
        yield next.value;
      }
    } finally {
      close();
      // Releases the connection if the caller stops reading early.
      void reader?.cancel().catch(() => undefined);
    }
  }

  if (cancel?.aborted === true) onCancel();
  cancel?.addEventListener('abort', onCancel);
  restart();
  return { signal: controller.signal, receive, chunks, close };
}

const MAX_RETRIES = 2;
const MAX_RETRY_DELAY_MS = 5_000;
const TRANSIENT_STATUSES: readonly number[] = [502, 503, 504];

/**
 * Milliseconds before retry 0, 1, …: Retry-After or exponential backoff. Null for no retry, for example after a long
 * Retry-After.
 */
function retryDelay(retry: number, { status, retryAfter }: ErrorResponse): number | null {
  if (!TRANSIENT_STATUSES.includes(status) || retry >= MAX_RETRIES) return null;
  const asked = Number(retryAfter ?? Number.NaN) * 1000;
  const delay = Number.isFinite(asked) ? asked : 200 * 2 ** retry;
  return delay <= MAX_RETRY_DELAY_MS ? delay : null;
}

/** Rejects with ApiProblem when `cancel` aborts. */
const pause = (ms: number, cancel: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    cancel?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(cancelled());
    });
  });

/** Returns other text unchanged. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `member` is a JSON type or a shape name, with the suffix `[]` for a list or `?` for a nullable value. */
function fits(value: unknown, member: Member): boolean {
  if (member.endsWith('?')) return value === null || fits(value, member.slice(0, -1));
  if (member.endsWith('[]')) {
    return Array.isArray(value) && value.every((item) => fits(item, member.slice(0, -2)));
  }
  const shape = shapes[member];
  if (shape === undefined) return member === 'any' ? value !== undefined : typeof value === member;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(shape)) return shape.some((one) => fits(value, one));
  return Object.entries(shape).every(([name, each]) =>
    fits((value as Record<string, unknown>)[name], each),
  );
}

export type Answer = ErrorResponse & {
  /** Content-Type. */
  readonly type: string | null;
};

/**
 * Whether a successful response comes from the server. A network filter or a captive portal may respond instead, with 200 and
 * HTML. `operation` is a method and a path from openapi.json, whose responses generated/answers.ts contains.
 */
export function isExpected(operation: string, { status, type, body }: Answer): boolean {
  const documented = answers[operation];
  if (documented === undefined) return true;
  const expected = documented[status];
  if (expected === undefined) return false;
  if (expected === '') return body === undefined || body === '';
  if (expected.includes('/')) return type?.startsWith(expected) === true;
  return type !== null && /[/+]json/.test(type) && fits(body, expected);
}

/** The body of the server's response. After a response of a server that is busy (502, 503, 504) the
 * request is sent again, if it may be. */
export async function finalAnswer(
  operation: string,
  maySendAgain: boolean,
  cancel: AbortSignal | undefined,
  sendOnce: () => Promise<Answer>,
): Promise<unknown> {
  for (let retry = 0; ; retry += 1) {
    const answer = await sendOnce();
    if (answer.status >= 200 && answer.status < 300) {
      if (isExpected(operation, answer)) return answer.body;
      throw intercepted();
    }
    const wait = maySendAgain ? retryDelay(retry, answer) : null;
    if (wait === null) throw fromResponse(answer);
    await pause(wait, cancel);
  }
}

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
    // A list is sent as a repeated parameter.
    for (const one of [value].flat())
      if (one !== undefined && one !== null) query.append(name, String(one));
  }
  const search = query.toString();
  return `${config.BASE}${path}${search === '' ? '' : `?${search}`}`;
}

function headersFor(options: ApiRequestOptions, token: string | undefined): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value !== undefined && value !== null) headers.set(name, String(value));
  }
  if (options.body !== undefined) headers.set('Content-Type', 'application/json');
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
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

async function exchange(
  url: string,
  init: RequestInit,
  cancel: AbortSignal | undefined,
): Promise<Answer> {
  const connection = openConnection(TIME_LIMIT_MS, cancel);
  try {
    const { signal } = connection;
    const response = await connection.receive(fetch(url, { ...init, signal }));
    return {
      status: response.status,
      retryAfter: response.headers.get('Retry-After'),
      type: response.headers.get('Content-Type'),
      body: await bodyOf(response, connection),
    };
  } finally {
    connection.close();
  }
}

async function send(
  config: OpenAPIConfig,
  options: ApiRequestOptions,
  { token, signal }: Sent,
): Promise<unknown> {
  const url = address(config, options);
  const { method } = options;
  const headers = headersFor(options, token);
  const sent = options.body === undefined ? undefined : JSON.stringify(options.body);
  const init = { method, headers, body: sent, keepalive: outlivesPage(method, sent) };
  return finalAnswer(`${method} ${options.url}`, mayRetry(options), signal, () =>
    exchange(url, init, signal),
  );
}

export const request = <T>(
  config: OpenAPIConfig,
  options: ApiRequestOptions,
): CancelablePromise<T> =>
  new CancelablePromise<T>((resolve, reject) => {
    // The type is generated from openapi.json, and tests check the server against it.
    send(config, options, calling).then((body) => resolve(body as T), reject);
  });

/**
 * The transport for responses that are read while they arrive: event streams and large files. Fetch alone, because the
 * generated client waits for the end of a response.
 */
import { anySignal } from '../../lib/any-signal';
import { authorized } from './client';
import { cancelled, fromAnswer, intercepted, noAnswer } from '../errors';
import { OpenAPI } from '../generated/core/OpenAPI';
import { onTheLine } from './reach';

export type StreamRequest = {
  /** Below /api, with its query. */
  path: string;
  accept: string;
  headers?: Readonly<Record<string, string>>;
  /** Ends the response, too. */
  signal: AbortSignal;
  /** How long the server may be silent, in milliseconds: before the response, and within it. */
  silenceMs: number;
};

export type OpenStream = {
  readonly headers: Headers;
  /** Each chunk as it arrives. Throws ApiProblem when the connection is lost or silent for too long. */
  readonly chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
};

type Open = { response: Response; watch: Watch };

/** Aborts the request when nothing has arrived for some time. */
class Watch {
  private readonly silence = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  readonly signal: AbortSignal;

  constructor(
    private readonly ms: number,
    private readonly asked: AbortSignal,
  ) {
    this.signal = anySignal(asked, this.silence.signal);
    this.heard();
  }

  heard() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.silence.abort(), this.ms);
  }

  end() {
    clearTimeout(this.timer);
  }

  problemOf(cause: unknown) {
    if (this.asked.aborted) return cancelled();
    return this.silence.signal.aborted ? noAnswer() : cause;
  }
}

async function start(request: StreamRequest, token: string | undefined): Promise<Open> {
  const { path, accept, headers, signal, silenceMs } = request;
  const watch = new Watch(silenceMs, signal);
  try {
    const response = await onTheLine(
      fetch(OpenAPI.BASE + path, {
        headers: {
          ...headers,
          Accept: accept,
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        cache: 'no-store',
        signal: watch.signal,
      }),
    );
    if (response.ok) {
      if (response.headers.get('Content-Type')?.startsWith(accept) === true)
        return { response, watch };
      throw intercepted();
    }
    throw fromAnswer({
      status: response.status,
      retryAfter: response.headers.get('Retry-After'),
      body: await response.json().catch(() => null),
    });
  } catch (cause) {
    watch.end();
    throw watch.problemOf(cause);
  }
}

async function* read({ response, watch }: Open): OpenStream['chunks'] {
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const next = await (reader && onTheLine(reader.read()));
      if (next === undefined || next.done) return;
      watch.heard();
      yield next.value;
    }
  } catch (cause) {
    throw watch.problemOf(cause);
  } finally {
    watch.end();
    // Whoever stops reading in the middle lets go of the connection.
    void reader?.cancel().catch(() => undefined);
  }
}

/** Opens a response for the signed-in person. Throws only ApiProblem. */
export async function openStream(request: StreamRequest): Promise<OpenStream> {
  const open = await authorized((token) => start(request, token));
  return { headers: open.response.headers, chunks: read(open) };
}

/** Time limits, lost connections and retries, for all transports. */
import { type ApiProblem, cancelled, noResponse, unreachable } from '../errors';

export type Connection = ReturnType<typeof openConnection>;

/** Aborts its `signal` when `cancel` aborts or nothing arrives for `limitMs`. `close` stops watching both. */
export function openConnection(limitMs: number, cancel: AbortSignal) {
  const controller = new AbortController();
  let stopped: ApiProblem | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (problem: ApiProblem) => {
    stopped ??= problem;
    controller.abort();
  };
  const onCancel = () => stop(cancelled());
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop(noResponse()), limitMs);
  };
  const close = () => {
    clearTimeout(timer);
    cancel.removeEventListener('abort', onCancel);
  };
  /** Rejects with ApiProblem only. `exchange` contains only the request, so that no bug in the page is hidden. */
  const receive = <T>(exchange: Promise<T>): Promise<T> =>
    exchange.catch(() => {
      throw stopped ?? unreachable();
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

  if (cancel.aborted) onCancel();
  cancel.addEventListener('abort', onCancel);
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
export function retryDelay(
  retry: number,
  { status, retryAfter }: { status: number; retryAfter?: string | null },
): number | null {
  if (!TRANSIENT_STATUSES.includes(status) || retry >= MAX_RETRIES) return null;
  const asked = Number(retryAfter ?? Number.NaN) * 1000;
  const delay = Number.isFinite(asked) ? asked : 200 * 2 ** retry;
  return delay <= MAX_RETRY_DELAY_MS ? delay : null;
}

/** Rejects with ApiProblem when `cancel` aborts. */
export const pause = (ms: number, cancel: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    cancel.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(cancelled());
    });
  });

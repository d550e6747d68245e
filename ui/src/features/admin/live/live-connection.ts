/**
 * Keeps an event stream open: reconnects after 1, 2, 5, then every 10 seconds, and resumes after the last event. Hidden tabs
 * disconnect, because over HTTP/1.1 a browser opens only six connections to a site.
 */
import { isTokenRefused, toProblem } from '../../../api/errors';
import type { Subscription, ReviewEvent } from '../../../api/review/events';

const WAITS_MS = [1_000, 2_000, 5_000, 10_000];
/** A stream that lasted this long resets the delays. */
const STABLE_AFTER_MS = 10_000;
/** A connection without a stream for this long is off, and the list is read instead, then once per POLL_MS. */
export const OFF_AFTER_MS = 15_000;
export const POLL_MS = 60_000;
/** A tab that was hidden for less than this resumes after the last event. */
export const LONG_HIDDEN_MS = 60_000;

export type LiveConnection = {
  read(subscription: Subscription): Promise<void>;
  onEvent(event: ReviewEvent): void;
  /** A new stream does not resume after an event, so events may be missing. */
  onMissed(): void;
  /** There has been no stream for some time. Called again at each interval until `onOn`. */
  onOff(): void;
  onOn(): void;
  /** The user has lost the role or the session. */
  onRefused(): void;
};

/** Milliseconds, never shorter than Retry-After. */
export const waitAfter = (failures: number, retryAfterSeconds: number): number =>
  Math.max(WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? 0, retryAfterSeconds * 1000);

/** Returns a function that closes the connection. */
export function keepConnected(connection: LiveConnection): () => void {
  const { read, onEvent, onMissed, onOff, onOn, onRefused } = connection;
  let lastEventId: string | undefined;
  let failures = 0;
  let open: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  let poll: ReturnType<typeof setTimeout> | undefined;

  const pollAfter = (wait: number) => {
    poll = setTimeout(() => {
      pollAfter(POLL_MS);
      onOff();
    }, wait);
  };
  const endPoll = () => {
    clearTimeout(poll);
    poll = undefined;
  };

  const connect = async () => {
    if (poll === undefined) pollAfter(OFF_AFTER_MS);
    const own = new AbortController();
    open = own;
    let openedAt = Number.POSITIVE_INFINITY;
    let retryAfterSeconds = 0;
    let refused = false;
    try {
      await read({
        ...(lastEventId === undefined ? {} : { lastEventId }),
        signal: own.signal,
        onOpen: () => {
          openedAt = performance.now();
          endPoll();
          onOn();
          // Without an event ID the stream cannot resume.
          if (lastEventId === undefined && (wasOpen || failures > 0)) onMissed();
          wasOpen = true;
        },
        onEvent,
        onId: (id) => {
          lastEventId = id;
        },
      });
    } catch (cause) {
      const { fault, status, code } = toProblem(cause);
      // Other failures may be temporary, such as a proxy's 404 during a deployment. A network filter's 403 has no code.
      const isOwn = !code.startsWith('http_');
      refused = isTokenRefused(cause) || (isOwn && (status === 401 || status === 403));
      if (fault.kind === 'limited') retryAfterSeconds = fault.waitSeconds ?? 0;
    }
    // The stream was stopped or replaced.
    if (open !== own) return;
    open = null;
    if (refused) {
      endPoll();
      onRefused();
      return;
    }
    failures = performance.now() - openedAt >= STABLE_AFTER_MS ? 1 : failures + 1;
    timer = setTimeout(() => void connect(), waitAfter(failures, retryAfterSeconds));
  };

  const stop = () => {
    clearTimeout(timer);
    endPoll();
    const stopped = open;
    open = null;
    stopped?.abort();
  };

  let hiddenSince: number | null = null;
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') {
      hiddenSince ??= performance.now();
      stop();
    } else if (hiddenSince !== null) {
      // After a long time, fetches the list again instead of replaying all events.
      if (performance.now() - hiddenSince >= LONG_HIDDEN_MS) lastEventId = undefined;
      hiddenSince = null;
      wasOpen = true;
      failures = 0;
      void connect();
    }
  };

  document.addEventListener('visibilitychange', onVisibilityChange);
  onVisibilityChange();
  if (hiddenSince === null) void connect();
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    stop();
  };
}

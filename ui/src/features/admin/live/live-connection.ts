/**
 * Keeps a stream of events open: reconnects after 1, 2, 5, then every 10 seconds, and resumes after the last event. A hidden
 * tab has none: over HTTP/1.1 a browser opens six connections to a site, which six streams would use up.
 */
import { isTokenRefused, toProblem } from '../../../api/errors';
import type { Subscription, ReviewEvent } from '../../../api/review/events';

const WAITS_MS = [1_000, 2_000, 5_000, 10_000];
/** After a stream of this length the waits start over. */
const GOOD_AFTER_MS = 10_000;
/** A tab that was hidden for less resumes after the last event. */
export const LONG_HIDDEN_MS = 60_000;

export type LiveConnection = {
  read(subscription: Subscription): Promise<void>;
  onEvent(event: ReviewEvent): void;
  /** A stream started over: events may have been missed. */
  onMissed(): void;
  /** The role or the session has ended. */
  onRefused(): void;
};

/** In milliseconds; never shorter than the server's Retry-After. */
export const waitAfter = (failures: number, askedSeconds: number): number =>
  Math.max(WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? 0, askedSeconds * 1000);

/** Returns a function that ends it. */
export function keepConnected({ read, onEvent, onMissed, onRefused }: LiveConnection): () => void {
  let lastEventId: string | undefined;
  let failures = 0;
  let open: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;

  const listen = async () => {
    const mine = new AbortController();
    open = mine;
    let openedAt = Number.POSITIVE_INFINITY;
    let askedSeconds = 0;
    let refused = false;
    try {
      await read({
        ...(lastEventId === undefined ? {} : { lastEventId }),
        signal: mine.signal,
        onOpen: () => {
          openedAt = performance.now();
          // Without an event there is nothing to resume after.
          if (lastEventId === undefined && (wasOpen || failures > 0)) onMissed();
          wasOpen = true;
        },
        onEvent,
        onId: (id) => {
          lastEventId = id;
        },
      });
    } catch (cause) {
      const { fault, status } = toProblem(cause);
      // Anything else may pass, such as a proxy's 404 while the server is replaced.
      refused = isTokenRefused(cause) || status === 401 || status === 403;
      if (fault.kind === 'limited') askedSeconds = fault.waitSeconds ?? 0;
    }
    // Stopped or replaced during the read.
    if (open !== mine) return;
    open = null;
    if (refused) {
      onRefused();
      return;
    }
    failures = performance.now() - openedAt >= GOOD_AFTER_MS ? 1 : failures + 1;
    timer = setTimeout(() => void listen(), waitAfter(failures, askedSeconds));
  };

  const stop = () => {
    clearTimeout(timer);
    const stopped = open;
    open = null;
    stopped?.abort();
  };

  let hiddenSince: number | null = null;
  const follow = () => {
    if (document.visibilityState === 'hidden') {
      hiddenSince ??= performance.now();
      stop();
    } else if (hiddenSince !== null) {
      // After a long time the list is fetched again instead of replaying every event.
      if (performance.now() - hiddenSince >= LONG_HIDDEN_MS) lastEventId = undefined;
      hiddenSince = null;
      wasOpen = true;
      failures = 0;
      void listen();
    }
  };

  document.addEventListener('visibilitychange', follow);
  follow();
  if (hiddenSince === null) void listen();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
}

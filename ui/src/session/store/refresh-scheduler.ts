/** When the session is refreshed: pure rules on a clock, and the tick that asks them. Knows nothing of HTTP. */
import type { StoredSession } from '../session-state';

export const TICK_MS = 30_000;
const REFRESH_TICKS = 3;
const READING_MARGIN_MS = 90_000;
const FIRST_WAIT_MS = 200;
const RETRY_WINDOW_MS = 30_000;

/** Time left by the server's clock: a device clock that is wrong does not end a session early or late. */
export const remaining = (session: StoredSession, now: number): number =>
  session.expiresAt - (now + session.clockOffset);

export const dueAtTick = (session: StoredSession, now: number): boolean =>
  Math.floor(remaining(session, now) / TICK_MS) <= REFRESH_TICKS;

export const dueAtReading = (session: StoredSession, now: number): boolean =>
  remaining(session, now) < READING_MARGIN_MS;

/** The wait before retry `attempt` (0, 1, …), or null once it would leave the window of 30 s in all. */
export function retryWait(attempt: number, elapsed: number): number | null {
  const wait = FIRST_WAIT_MS * 2 ** attempt;
  return elapsed + wait < RETRY_WINDOW_MS ? wait : null;
}

export type RetryClock = { now(): number; sleep(ms: number): Promise<void> };

/** Runs `act`, again after growing waits while `passing` says that the failure may go away by itself. */
export async function withRetries<T>(
  act: () => Promise<T>,
  passing: (failure: unknown) => boolean,
  clock: RetryClock,
): Promise<T> {
  const started = clock.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await act();
    } catch (failure) {
      const wait = passing(failure) ? retryWait(attempt, clock.now() - started) : null;
      if (wait === null) throw failure;
      await clock.sleep(wait);
    }
  }
}

/** Calls `onTick` every 30 s while the tab is visible, and at once when it becomes visible again. */
export function startTicking(onTick: () => void, page: Document = document): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const follow = (atOnce: boolean) => {
    pause();
    if (page.visibilityState !== 'visible') return;
    timer = setInterval(onTick, TICK_MS);
    if (atOnce) onTick();
  };
  const visibilityChanged = () => follow(true);
  page.addEventListener('visibilitychange', visibilityChanged);
  follow(false);
  return () => {
    pause();
    page.removeEventListener('visibilitychange', visibilityChanged);
  };
}

/** Schedules saves while the user types: one request in flight, the newest state wins. */

/** `failed` is retried after `waitMs` at the earliest. After `over` nothing is saved any more. */
export type Outcome =
  | { readonly is: 'saved' }
  | { readonly is: 'failed'; readonly waitMs?: number }
  | { readonly is: 'over' };

/** A save starts after a pause in typing, and at intervals without one. */
export const QUIET_MS = 1_000;
export const LONGEST_MS = 4_000;
const RETRIES_MS: readonly number[] = [2_000, 5_000, 10_000];
const LAST_RETRY_MS = 30_000;

type Flight = {
  readonly revision: number;
  readonly leaving: AbortController;
  landed: Promise<void>;
};

/**
 * `save` reads the current state when it is called. With `leaving` the page may end at once: only requests that are
 * sent before anything is awaited arrive.
 */
export function createSaveScheduler(
  save: (signal: AbortSignal, leaving: boolean) => Promise<Outcome>,
) {
  /** Counts the changes; `saved` is the number of the last one on the server. */
  let revision = 0;
  let saved = 0;
  let flight: Flight | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The time of the first change since the last attempt. */
  let waitingSince: number | null = null;
  let failures = 0;
  /** The earliest time of a retry, and the earliest time of any attempt, as the server asked. */
  let notBefore = 0;
  let askedFor = 0;
  let stopped = false;

  const isClean = () => revision === saved;

  const planAt = (time: number) => {
    clearTimeout(timer);
    if (stopped || flight !== null || isClean()) return;
    timer = setTimeout(() => void start(), Math.max(time, notBefore, askedFor) - Date.now());
  };

  const soon = () => {
    const now = Date.now();
    waitingSince ??= now;
    return Math.min(now + QUIET_MS, waitingSince + LONGEST_MS);
  };

  const land = (mine: Flight, outcome: Outcome) => {
    // A newer request has replaced it, or saving was stopped.
    if (flight !== mine) return;
    flight = null;
    switch (outcome.is) {
      case 'over':
        stopped = true;
        break;
      case 'saved':
        failures = 0;
        notBefore = 0;
        saved = mine.revision;
        if (!isClean()) planAt(soon());
        break;
      case 'failed': {
        const now = Date.now();
        notBefore = now + (RETRIES_MS[failures] ?? LAST_RETRY_MS);
        askedFor = now + (outcome.waitMs ?? 0);
        failures += 1;
        planAt(notBefore);
      }
    }
  };

  const start = (isLast = false): Promise<void> => {
    if (stopped || isClean() || Date.now() < askedFor) return Promise.resolve();
    clearTimeout(timer);
    waitingSince = null;
    const leaving = new AbortController();
    const mine: Flight = { revision, leaving, landed: Promise.resolve() };
    flight = mine;
    mine.landed = save(leaving.signal, isLast).then((outcome) => land(mine, outcome));
    return mine.landed;
  };

  const giveUp = () => {
    clearTimeout(timer);
    flight?.leaving.abort();
    flight = null;
  };

  return {
    touch: () => {
      revision += 1;
      planAt(soon());
    },
    /** Saves at once, after the request in flight. Resolves after the attempt, saved or not. */
    flush: async (): Promise<void> => {
      if (flight !== null) await flight.landed;
      await (flight?.landed ?? start());
    },
    /**
     * The page may end at once: sends the newest state in place of an older request in flight, or of one that is not
     * sent yet.
     */
    leave: (isSent = true) => {
      if (isSent && flight?.revision === revision) return;
      giveUp();
      void start(true);
    },
    /** All is saved, and nothing is being saved. */
    isIdle: () => isClean() && flight === null,
    /** Saves nothing until `resume`. */
    pause: () => {
      stopped = true;
      giveUp();
    },
    resume: () => {
      stopped = false;
      failures = 0;
      notBefore = 0;
      planAt(soon());
    },
    retryNow: () => {
      if (failures === 0) return;
      notBefore = 0;
      planAt(Date.now());
    },
  };
}

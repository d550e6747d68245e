/** Schedules saves while the user types, one request at a time. The newest state wins. */

/** `failed` is retried after `waitMs` or later. After `over`, nothing is saved. */
export type Outcome =
  | { readonly is: 'saved' }
  | { readonly is: 'failed'; readonly waitMs?: number }
  | { readonly is: 'over' };

/** A save starts after a pause in typing, or at intervals if there is no pause. */
export const QUIET_MS = 1_000;
export const LONGEST_MS = 4_000;
const RETRIES_MS: readonly number[] = [2_000, 5_000, 10_000];
const LAST_RETRY_MS = 30_000;

type PendingSave = {
  readonly revision: number;
  readonly controller: AbortController;
  done: Promise<void>;
};

/** `save` reads the current state. */
export function createSaveScheduler(save: (signal: AbortSignal) => Promise<Outcome>) {
  /** The number of changes. `saved` is the number that the server has. */
  let revision = 0;
  let saved = 0;
  let pending: PendingSave | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The time of the first change since the last attempt. */
  let waitingSince: number | null = null;
  let failures = 0;
  /** The earliest time of a retry, and of any attempt after a Retry-After. */
  let notBefore = 0;
  let retryAfter = 0;
  let stopped = false;

  const isClean = () => revision === saved;

  const planAt = (time: number) => {
    clearTimeout(timer);
    if (stopped || pending !== null || isClean()) return;
    timer = setTimeout(() => void start(), Math.max(time, notBefore, retryAfter) - Date.now());
  };

  const nextSave = () => {
    const now = Date.now();
    waitingSince ??= now;
    return Math.min(now + QUIET_MS, waitingSince + LONGEST_MS);
  };

  const finish = (started: PendingSave, outcome: Outcome) => {
    // A newer request has replaced this one, or saving was stopped.
    if (pending !== started) return;
    pending = null;
    switch (outcome.is) {
      case 'over':
        stopped = true;
        break;
      case 'saved':
        failures = 0;
        notBefore = 0;
        saved = started.revision;
        if (!isClean()) planAt(nextSave());
        break;
      case 'failed': {
        const now = Date.now();
        notBefore = now + (RETRIES_MS[failures] ?? LAST_RETRY_MS);
        retryAfter = now + (outcome.waitMs ?? 0);
        failures += 1;
        planAt(notBefore);
      }
    }
  };

  const start = (): Promise<void> => {
    if (stopped || isClean() || Date.now() < retryAfter) return Promise.resolve();
    clearTimeout(timer);
    waitingSince = null;
    const controller = new AbortController();
    const started: PendingSave = { revision, controller, done: Promise.resolve() };
    pending = started;
    started.done = save(controller.signal).then((outcome) => finish(started, outcome));
    return started.done;
  };

  const abort = () => {
    clearTimeout(timer);
    pending?.controller.abort();
    pending = null;
  };

  return {
    touch: () => {
      revision += 1;
      planAt(nextSave());
    },
    /** Saves immediately after the request in progress. Resolves after the attempt, whether or not it succeeded. */
    flush: async (): Promise<void> => {
      if (pending !== null) await pending.done;
      await (pending?.done ?? start());
    },
    /** For a page that may close immediately. Sends the newest state in place of an older request. */
    leave: () => {
      if (pending?.revision === revision) return;
      abort();
      void start();
    },
    /** Stops saving until `resume`. */
    pause: () => {
      stopped = true;
      abort();
    },
    resume: () => {
      stopped = false;
      failures = 0;
      notBefore = 0;
      planAt(nextSave());
    },
    retryNow: () => {
      if (failures === 0) return;
      notBefore = 0;
      planAt(Date.now());
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';

/** Pages read the viewers of an application every 10 s, so an expectation may take that long, and longer in a tab behind. */
const TIMEOUT_MS = 30_000;
const POLL_MS = 40;

/** Repeats an attempt until it does not throw, and resolves to its result. */
export async function until<Result>(what: string, attempt: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw new Error(`timeout: ${what}`, { cause: error });
    }
    await pause(POLL_MS);
  }
}

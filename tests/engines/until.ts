// Waiting for something to become true.
import { setTimeout as pause } from 'node:timers/promises';

const LONGEST_MS = 10_000;
const BETWEEN_MS = 40;

/** Repeats an attempt until it does not throw, and resolves to its result. */
export async function until<Result>(what: string, attempt: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + LONGEST_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw new Error(`not in time: ${what}`, { cause: error });
    }
    await pause(BETWEEN_MS);
  }
}

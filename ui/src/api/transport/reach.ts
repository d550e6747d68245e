/** fetch, and the reading of its answer: only what these reject with is a lost connection. */
import { cancelled, noAnswer, unreachable, type ApiProblem } from '../errors';

function lost(cause: unknown): ApiProblem {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return noAnswer();
  if (cause instanceof DOMException && cause.name === 'AbortError') return cancelled();
  return unreachable();
}

/** Throws only ApiProblem. */
export const onTheLine = <T>(exchange: Promise<T>): Promise<T> =>
  exchange.catch((cause: unknown) => {
    throw lost(cause);
  });

/** The retry rule of both transports: which responses are retried, and after how long. */

const REPEATS = 2;
const LONGEST_WAIT_MS = 5_000;
const PASSING: readonly number[] = [502, 503, 504];

/**
 * The wait before retry 0, 1, … in milliseconds: Retry-After, or else exponential backoff. Null when there is no retry, also
 * when the server asks for longer than a person would wait.
 */
export function retryDelay(
  repeat: number,
  { status, retryAfter }: { status: number; retryAfter?: string | null },
): number | null {
  if (!PASSING.includes(status) || repeat >= REPEATS) return null;
  const asked = Number(retryAfter ?? Number.NaN) * 1000;
  const wait = Number.isFinite(asked) ? asked : 200 * 2 ** repeat;
  return wait <= LONGEST_WAIT_MS ? wait : null;
}

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('The request was cancelled.', 'AbortError'));
    });
  });

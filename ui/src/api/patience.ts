/** How both transports wait out a passing fault of the server: which answers are worth another try, and when. */

const REPEATS = 2;
const LONGEST_WAIT_MS = 5_000;
const PASSING: readonly number[] = [502, 503, 504];

/**
 * The wait before repeat 0, 1, …: Retry-After in seconds, else a short growing one. Null when the answer stands, or
 * the server asks for more than a person would wait.
 */
export function waitBefore(
  repeat: number,
  { status, retryAfter }: { status: number; retryAfter: string | null },
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

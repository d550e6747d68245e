import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '../sessions';
import { exportAccount } from '../users';

/** Sends one chunk every 10 s. Unless `ends` is set, the response then stays open. */
function serveSlowly(type: string, pieces: readonly string[], ends: boolean): void {
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(out) {
        signal?.addEventListener('abort', () => out.error(signal.reason));
        pieces.forEach((piece, index) => {
          setTimeout(() => out.enqueue(new TextEncoder().encode(piece)), (index + 1) * 10_000);
        });
        if (ends) setTimeout(() => out.close(), pieces.length * 10_000);
      },
    });
    return new Response(body, { headers: { 'Content-Type': type } });
  });
}

/** The result or error of the call after this many seconds, or 'open'. */
async function after(seconds: number, call: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = 'open';
  call.then(
    (answer) => (outcome = answer),
    (cause: unknown) => (outcome = cause),
  );
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return outcome;
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a slow file is read to the end', async () => {
  serveSlowly('application/zip', ['P', 'K', '3', '4'], true);
  const file = await after(41, exportAccount());
  expect(file).toMatchObject({ size: 4, type: 'application/zip' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a file that stalls fails 15 s after its last chunk', async () => {
  serveSlowly('application/zip', ['P', 'K'], false);
  expect(await after(34, exportAccount())).toBe('open');
  expect(await after(36, exportAccount())).toMatchObject({ code: 'timeout' });
});

test('any other response fails 15 s after the request', async () => {
  serveSlowly('application/json', ['{', '"a":', '1}'], true);
  expect(await after(16, getCurrentUser())).toMatchObject({ code: 'timeout' });
});

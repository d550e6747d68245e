import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getCurrentUser, exportAccount } from '../users';

/** Answers with these pieces, each 10 s after the one before; without `ends`, nothing follows the last. */
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

/** What has become of the call after so many seconds. */
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

test('a file that trickles is read to its end, however long it takes', async () => {
  serveSlowly('application/zip', ['P', 'K', '3', '4'], true);
  const file = await after(41, exportAccount());
  expect(file).toMatchObject({ size: 4, type: 'application/zip' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a file that stalls is given up 15 s after its last piece', async () => {
  serveSlowly('application/zip', ['P', 'K'], false);
  expect(await after(34, exportAccount())).toBe('open');
  expect(await after(36, exportAccount())).toMatchObject({ code: 'timeout' });
});

test('an answer that is no file is given up 15 s after the question', async () => {
  serveSlowly('application/json', ['{', '"a":', '1}'], true);
  expect(await after(16, getCurrentUser())).toMatchObject({ code: 'timeout' });
});

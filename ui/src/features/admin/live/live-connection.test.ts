import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem, cancelled, unreachable } from '../../../api/errors';
import type { Reading } from '../../../api/review-events';
import { keepListening, LONG_HIDDEN_MS, waitAfter } from './live-connection';

type Attempt = { reading: Reading; end(): void; fail(cause: unknown): void };

const attempts: Attempt[] = [];
const onEvent = vi.fn();
const onMissed = vi.fn();
const onRefused = vi.fn();
let stop: () => void;

/** A server that is told by the test what becomes of each stream. */
const read = (reading: Reading) =>
  new Promise<void>((resolve, reject) => {
    attempts.push({ reading, end: resolve, fail: reject });
    reading.signal.addEventListener('abort', () => reject(cancelled()));
  });

const last = (): Attempt => {
  const attempt = attempts.at(-1);
  if (attempt === undefined) throw new Error('it has not connected');
  return attempt;
};

const look = (visibility: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  stop = keepListening({ read, onEvent, onMissed, onRefused });
});
afterEach(() => {
  stop();
  attempts.length = 0;
  vi.restoreAllMocks();
  vi.clearAllMocks();
  vi.useRealTimers();
});

test('connects again after 1, 2, 5, then every 10 seconds', async () => {
  for (const wait of [1_000, 2_000, 5_000, 10_000, 10_000]) {
    const before = attempts.length;
    last().fail(unreachable());
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(attempts).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempts).toHaveLength(before + 1);
  }
});

test('a stream that lasted begins with the short wait again, one that ends at once does not', async () => {
  for (const wait of [1_000, 2_000, 5_000]) {
    const before = attempts.length;
    last().reading.onOpen();
    last().end();
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(attempts).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(attempts).toHaveLength(4);
  last().reading.onOpen();
  await vi.advanceTimersByTimeAsync(10_000);
  last().end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toHaveLength(5);
});

test('goes on after the last event', async () => {
  expect(last().reading.lastEventId).toBeUndefined();
  last().reading.onId('41');
  last().end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(last().reading.lastEventId).toBe('41');
});

test('a break before the first event may have hidden some', async () => {
  last().reading.onOpen();
  expect(onMissed).not.toHaveBeenCalled();
  last().end();
  await vi.advanceTimersByTimeAsync(1_000);
  last().reading.onOpen();
  expect(onMissed).toHaveBeenCalledOnce();
});

test('a first connection that fails may have hidden some', async () => {
  last().fail(unreachable());
  await vi.advanceTimersByTimeAsync(1_000);
  last().reading.onOpen();
  expect(onMissed).toHaveBeenCalledOnce();
});

test('a stream that goes on after an event misses nothing', async () => {
  last().reading.onOpen();
  last().reading.onId('41');
  last().end();
  await vi.advanceTimersByTimeAsync(1_000);
  last().reading.onOpen();
  expect(onMissed).not.toHaveBeenCalled();
});

const refusal = (status: number) => new ApiProblem({ kind: 'refused' }, 'No.', 'no', status);

test('who is refused does not knock again', async () => {
  last().fail(refusal(403));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts).toHaveLength(1);
  expect(onRefused).toHaveBeenCalledOnce();
});

test.each([404, 408, 500])('a %i of a proxy or a server in trouble passes', async (status) => {
  last().fail(refusal(status));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toHaveLength(2);
  expect(onRefused).not.toHaveBeenCalled();
});

test('a server that asks for a longer wait gets it', () => {
  expect(waitAfter(1, 30)).toBe(30_000);
  expect(waitAfter(4, 3)).toBe(10_000);
});

test('a hidden tab lets go at once, and goes on after the last event once it is seen again', async () => {
  last().reading.onOpen();
  last().reading.onId('41');
  look('hidden');
  expect(last().reading.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(LONG_HIDDEN_MS - 1);
  expect(attempts).toHaveLength(1);
  look('visible');
  expect(attempts).toHaveLength(2);
  expect(last().reading.lastEventId).toBe('41');
  last().reading.onOpen();
  expect(onMissed).not.toHaveBeenCalled();
});

test('a tab hidden for long reads what it missed', async () => {
  last().reading.onId('41');
  look('hidden');
  await vi.advanceTimersByTimeAsync(LONG_HIDDEN_MS);
  look('visible');
  expect(last().reading.lastEventId).toBeUndefined();
  // Only what happens before the stream is open could be missed.
  expect(onMissed).not.toHaveBeenCalled();
  last().reading.onOpen();
  expect(onMissed).toHaveBeenCalledOnce();
});

test('a tab that is opened behind another one listens once it is seen', () => {
  stop();
  attempts.length = 0;
  look('hidden');
  stop = keepListening({ read, onEvent, onMissed, onRefused });
  expect(attempts).toHaveLength(0);
  look('visible');
  expect(attempts).toHaveLength(1);
  last().reading.onOpen();
  expect(onMissed).toHaveBeenCalledOnce();
});

test('a tab that is hidden while it waits to connect again does not', async () => {
  last().fail(unreachable());
  await vi.advanceTimersByTimeAsync(0);
  look('hidden');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(attempts).toHaveLength(1);
});

test('ends for good', async () => {
  stop();
  expect(last().reading.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  look('visible');
  expect(attempts).toHaveLength(1);
});

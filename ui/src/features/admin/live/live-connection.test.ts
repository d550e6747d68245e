import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setVisibility } from '../../../../test/browser/tab';
import { ApiProblem, cancelled, unreachable } from '../../../api/errors';
import type { Subscription } from '../../../api/review/events';
import { keepConnected, LONG_HIDDEN_MS, OFF_AFTER_MS, POLL_MS, waitAfter } from './live-connection';

type Attempt = { subscription: Subscription; end(): void; fail(cause: unknown): void };

const attempts: Attempt[] = [];
const onEvent = vi.fn();
const onMissed = vi.fn();
const onOff = vi.fn();
const onOn = vi.fn();
const onRefused = vi.fn();
const connection = {
  read: (given: Subscription) => read(given),
  onEvent,
  onMissed,
  onOff,
  onOn,
  onRefused,
};
let stop: () => void;

/** The test ends each stream. */
const read = (subscription: Subscription) =>
  new Promise<void>((resolve, reject) => {
    attempts.push({ subscription, end: resolve, fail: reject });
    subscription.signal.addEventListener('abort', () => reject(cancelled()));
  });

const last = (): Attempt => {
  const attempt = attempts.at(-1);
  if (attempt === undefined) throw new Error('There is no connection attempt.');
  return attempt;
};

beforeEach(() => {
  vi.useFakeTimers();
  stop = keepConnected(connection);
});
afterEach(() => {
  stop();
  attempts.length = 0;
  vi.restoreAllMocks();
  vi.clearAllMocks();
  vi.useRealTimers();
});

test('reconnects after 1, 2, 5, then every 10 seconds', async () => {
  for (const wait of [1_000, 2_000, 5_000, 10_000, 10_000]) {
    const before = attempts.length;
    last().fail(unreachable());
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(attempts).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempts).toHaveLength(before + 1);
  }
});

test('only a long-lived stream resets the delays', async () => {
  for (const wait of [1_000, 2_000, 5_000]) {
    const before = attempts.length;
    last().subscription.onOpen();
    last().end();
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(attempts).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(attempts).toHaveLength(4);
  last().subscription.onOpen();
  await vi.advanceTimersByTimeAsync(10_000);
  last().end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toHaveLength(5);
});

test.each([
  ['a break before the first event', () => last().subscription.onOpen(), 1],
  ['a first connection that fails', () => last().fail(unreachable()), 1],
  [
    'a break after an event',
    () => {
      last().subscription.onOpen();
      last().subscription.onId('41');
    },
    0,
  ],
])('%s may cause missed events, unless the stream resumes', async (_, begin, missed) => {
  begin();
  last().end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(last().subscription.lastEventId).toBe(missed === 0 ? '41' : undefined);
  expect(onMissed).not.toHaveBeenCalled();
  last().subscription.onOpen();
  expect(onMissed).toHaveBeenCalledTimes(missed);
});

test.each([
  ['a refusal', 403, 'no', false],
  ['a network filter', 403, 'http_403', true],
  ['a proxy', 404, 'no', true],
  ['a slow proxy', 408, 'no', true],
  ['a failing server', 500, 'no', true],
])('%s with status %i %s ends the attempts, unless another may help: %s', async (...row) => {
  const [, status, code, reconnects] = row;
  last().fail(new ApiProblem({ kind: 'refused' }, 'No.', code, status));
  await vi.advanceTimersByTimeAsync(reconnects ? 1_000 : 60_000);
  expect(attempts).toHaveLength(reconnects ? 2 : 1);
  expect(onRefused).toHaveBeenCalledTimes(reconnects ? 0 : 1);
});

test('without a stream the list is polled, from a quarter of a minute on and until the stream is back', async () => {
  await vi.advanceTimersByTimeAsync(OFF_AFTER_MS - 1);
  expect(onOff).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onOff).toHaveBeenCalledOnce();
  // Failed attempts do not delay it.
  last().fail(unreachable());
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(onOff).toHaveBeenCalledTimes(2);
  expect(onOn).not.toHaveBeenCalled();
  last().subscription.onOpen();
  expect(onOn).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(onOff).toHaveBeenCalledTimes(2);
});

test('a short break and a hidden tab do not poll', async () => {
  last().subscription.onOpen();
  last().end();
  await vi.advanceTimersByTimeAsync(OFF_AFTER_MS);
  last().subscription.onOpen();
  last().end();
  await vi.advanceTimersByTimeAsync(1_000);
  setVisibility('hidden');
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(onOff).not.toHaveBeenCalled();
});

test('waits for the time in Retry-After', () => {
  expect(waitAfter(1, 30)).toBe(30_000);
  expect(waitAfter(4, 3)).toBe(10_000);
});

test('a hidden tab disconnects immediately and resumes after the last event when it becomes visible', async () => {
  last().subscription.onOpen();
  last().subscription.onId('41');
  setVisibility('hidden');
  expect(last().subscription.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(LONG_HIDDEN_MS - 1);
  expect(attempts).toHaveLength(1);
  setVisibility('visible');
  expect(attempts).toHaveLength(2);
  expect(last().subscription.lastEventId).toBe('41');
  last().subscription.onOpen();
  expect(onMissed).not.toHaveBeenCalled();
});

test('a tab that was hidden for a minute fetches the list again', async () => {
  last().subscription.onId('41');
  setVisibility('hidden');
  await vi.advanceTimersByTimeAsync(LONG_HIDDEN_MS);
  setVisibility('visible');
  expect(last().subscription.lastEventId).toBeUndefined();
  // Events are missed only until the stream is open.
  expect(onMissed).not.toHaveBeenCalled();
  last().subscription.onOpen();
  expect(onMissed).toHaveBeenCalledOnce();
});

test('a tab opened in the background connects when it becomes visible', () => {
  stop();
  attempts.length = 0;
  setVisibility('hidden');
  stop = keepConnected(connection);
  expect(attempts).toHaveLength(0);
  setVisibility('visible');
  expect(attempts).toHaveLength(1);
  last().subscription.onOpen();
  expect(onMissed).toHaveBeenCalledOnce();
});

test('a tab hidden during the wait does not reconnect', async () => {
  last().fail(unreachable());
  await vi.advanceTimersByTimeAsync(0);
  setVisibility('hidden');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(attempts).toHaveLength(1);
});

test('does not reconnect after it was stopped', async () => {
  stop();
  expect(last().subscription.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  setVisibility('visible');
  expect(attempts).toHaveLength(1);
});

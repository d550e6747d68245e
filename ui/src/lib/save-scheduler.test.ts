import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSaveScheduler, LONGEST_MS, type Outcome, QUIET_MS } from './save-scheduler';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A scheduler whose saves the test settles, and the states that were sent. */
function createTestScheduler() {
  const requests: { text: string; signal: AbortSignal; answer(outcome: Outcome): Promise<void> }[] =
    [];
  let text = '';
  const scheduler = createSaveScheduler(
    (signal) =>
      new Promise((resolve) => {
        const answer = async (outcome: Outcome) => {
          resolve(outcome);
          await vi.advanceTimersByTimeAsync(0);
        };
        requests.push({ text, signal, answer });
      }),
  );
  const type = (typed: string) => {
    text = typed;
    scheduler.touch();
  };
  const sent = () => requests.map((request) => request.text);
  const answer = (index: number, outcome: Outcome = { is: 'saved' }) =>
    requests[index]?.answer(outcome);
  return { scheduler, type, sent, answer, requests };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a save waits for a pause in typing', async () => {
  const { type, sent } = createTestScheduler();
  type('a');
  await pass(QUIET_MS - 1);
  type('ab');
  await pass(QUIET_MS - 1);
  expect(sent()).toEqual([]);
  await pass(1);
  expect(sent()).toEqual(['ab']);
});

test('typing without a pause is saved every few seconds', async () => {
  const { type, sent } = createTestScheduler();
  for (let ms = 0; ms <= LONGEST_MS; ms += 500) {
    type(`typed for ${ms} ms`);
    await pass(500);
  }
  expect(sent()).toHaveLength(1);
});

test('one request runs at a time, and the newest state follows it', async () => {
  const { type, sent, answer } = createTestScheduler();
  type('a');
  await pass(QUIET_MS);
  type('ab');
  type('abc');
  await pass(60_000);
  expect(sent()).toEqual(['a']);
  await answer(0);
  await pass(LONGEST_MS);
  expect(sent()).toEqual(['a', 'abc']);
  await answer(1);
  await pass(60_000);
  expect(sent()).toHaveLength(2);
});

test('a saved state is not saved again', async () => {
  const { scheduler, type, sent, answer } = createTestScheduler();
  type('a');
  await pass(QUIET_MS);
  await answer(0);
  await scheduler.flush();
  scheduler.leave();
  await pass(60_000);
  expect(sent()).toEqual(['a']);
});

test('a flush saves immediately after the request in progress', async () => {
  const { scheduler, type, sent, answer } = createTestScheduler();
  type('a');
  const first = scheduler.flush();
  type('ab');
  const second = scheduler.flush();
  await pass(0);
  expect(sent()).toEqual(['a']);
  await answer(0);
  await first;
  expect(sent()).toEqual(['a', 'ab']);
  const done = vi.fn();
  void second.then(done);
  await pass(0);
  expect(done).not.toHaveBeenCalled();
  await answer(1);
  expect(done).toHaveBeenCalledOnce();
});

test('a flush ends when the save has failed', async () => {
  const { scheduler, type, sent, answer } = createTestScheduler();
  type('a');
  const flushed = scheduler.flush();
  await answer(0, { is: 'failed' });
  await flushed;
  expect(sent()).toEqual(['a']);
});

test('leaving the page replaces a request that has an older state', async () => {
  const { scheduler, type, sent, answer, requests } = createTestScheduler();
  type('a');
  await pass(QUIET_MS);
  scheduler.leave();
  expect(requests[0]?.signal.aborted).toBe(false);
  type('ab');
  scheduler.leave();
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(sent()).toEqual(['a', 'ab']);
  // The late response to the older request does not save the newer state.
  await answer(0);
  await pass(60_000);
  expect(sent()).toEqual(['a', 'ab']);
  await answer(1, { is: 'failed' });
  await pass(60_000);
  expect(sent()).toEqual(['a', 'ab', 'ab']);
});

test('a failed save is retried after 2, 5, 10 and then every 30 seconds', async () => {
  const { type, sent, answer } = createTestScheduler();
  type('a');
  await pass(QUIET_MS);
  let count = 1;
  for (const wait of [2_000, 5_000, 10_000, 30_000, 30_000]) {
    await answer(count - 1, { is: 'failed' });
    // Typing does not start the retry earlier.
    type(`a${count}`);
    await pass(wait - 1);
    expect(sent()).toHaveLength(count);
    await pass(1);
    count += 1;
    expect(sent()).toHaveLength(count);
  }
});

test('a restored connection triggers a retry immediately', async () => {
  const { scheduler, type, sent, answer } = createTestScheduler();
  scheduler.retryNow();
  type('a');
  scheduler.retryNow();
  expect(sent()).toEqual([]);
  await pass(QUIET_MS);
  await answer(0, { is: 'failed' });
  scheduler.retryNow();
  await pass(0);
  expect(sent()).toHaveLength(2);
});

test('no attempt starts before Retry-After has passed', async () => {
  const { scheduler, type, sent, answer } = createTestScheduler();
  type('a');
  await pass(QUIET_MS);
  await answer(0, { is: 'failed', waitMs: 60_000 });
  scheduler.retryNow();
  await scheduler.flush();
  await pass(59_999);
  expect(sent()).toHaveLength(1);
  await pass(1);
  expect(sent()).toHaveLength(2);
});

test('a pause delays saving until it is resumed', async () => {
  const { scheduler, type, sent, requests } = createTestScheduler();
  type('a');
  await pass(QUIET_MS);
  scheduler.pause();
  expect(requests[0]?.signal.aborted).toBe(true);
  type('ab');
  await scheduler.flush();
  scheduler.leave();
  await pass(60_000);
  expect(sent()).toEqual(['a']);
  scheduler.resume();
  await pass(QUIET_MS);
  expect(sent()).toEqual(['a', 'ab']);
});

test('nothing is saved after the outcome `over`', async () => {
  const { type, sent, answer } = createTestScheduler();
  type('a');
  await pass(QUIET_MS);
  await answer(0, { is: 'over' });
  type('ab');
  await pass(60_000);
  expect(sent()).toEqual(['a']);
});

// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  dueAtReading,
  dueAtTick,
  retryWait,
  startTicking,
  TICK_MS,
  withRetries,
} from './refresh-scheduler';
import type { StoredSession } from '../session-state';

const NOW = 1_000_000;
const leaving = (ms: number, clockOffset = 0): StoredSession => ({
  accessToken: 'a',
  refreshToken: 'r',
  expiresAt: NOW + ms,
  clockOffset,
  user: { id: 'u', email: 'ada@example.com' },
});

describe('when a refresh is due', () => {
  test('a tick refreshes from under 120 s left', () => {
    expect(dueAtTick(leaving(120_000), NOW)).toBe(false);
    expect(dueAtTick(leaving(119_999), NOW)).toBe(true);
  });
  test('a reading refreshes from under 90 s left', () => {
    expect(dueAtReading(leaving(90_000), NOW)).toBe(false);
    expect(dueAtReading(leaving(89_999), NOW)).toBe(true);
  });
  test("time left is judged by the server's clock, not the device's", () => {
    const deviceAnHourSlow = leaving(200_000, 3_600_000);
    expect(dueAtTick(deviceAnHourSlow, NOW)).toBe(true);
    expect(dueAtTick(deviceAnHourSlow, NOW - 3_600_000)).toBe(false);
  });
});

describe('retries', () => {
  const clockWithin = () => {
    const waits: number[] = [];
    let now = 0;
    return {
      waits,
      now: () => now,
      sleep: async (ms: number) => {
        waits.push(ms);
        now += ms;
      },
    };
  };

  test('double their waits from 200 ms and stay within 30 s in all', async () => {
    const clock = clockWithin();
    const outage = new Error('outage');
    await expect(
      withRetries(
        () => Promise.reject(outage),
        () => true,
        clock,
      ),
    ).rejects.toBe(outage);
    expect(clock.waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
    expect(clock.now()).toBeLessThan(30_000);
  });
  test('are not made for a failure that will not pass', async () => {
    const clock = clockWithin();
    await expect(
      withRetries(
        () => Promise.reject(new Error('no')),
        () => false,
        clock,
      ),
    ).rejects.toThrow('no');
    expect(clock.waits).toEqual([]);
  });
  test('end with the first success', async () => {
    const clock = clockWithin();
    const act = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('once'))
      .mockResolvedValue('done');
    await expect(withRetries(act, () => true, clock)).resolves.toBe('done');
    expect(clock.waits).toEqual([200]);
  });
  test('are over once the next wait would leave the window', () => {
    expect(retryWait(0, 29_799)).toBe(200);
    expect(retryWait(0, 29_800)).toBeNull();
  });
});

describe('ticking', () => {
  const page = (visibilityState: DocumentVisibilityState) =>
    Object.assign(new EventTarget(), { visibilityState }) as unknown as Document & {
      visibilityState: DocumentVisibilityState;
    };

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('goes on every 30 s while the tab is visible, and not while it is hidden', () => {
    const document = page('visible');
    const onTick = vi.fn();
    const stop = startTicking(onTick, document);
    vi.advanceTimersByTime(TICK_MS * 2);
    expect(onTick).toHaveBeenCalledTimes(2);

    Object.assign(document, { visibilityState: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(TICK_MS * 5);
    expect(onTick).toHaveBeenCalledTimes(2);

    Object.assign(document, { visibilityState: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(onTick).toHaveBeenCalledTimes(3);
    stop();
    vi.advanceTimersByTime(TICK_MS * 5);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(onTick).toHaveBeenCalledTimes(3);
  });
});

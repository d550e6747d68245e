import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveFor } from './leave-for';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begin() {
  const go = vi.fn();
  const stayed = vi.fn();
  void leaveFor('/away', go).then(stayed);
  expect(go).toHaveBeenCalledExactlyOnceWith('/away');
  const show = async (persisted: boolean) => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { stayed, show };
}

test('leaveFor is pending until the page returns from the back-forward cache', async () => {
  const { stayed, show } = begin();
  await show(false);
  expect(stayed).not.toHaveBeenCalled();
  await show(true);
  expect(stayed).toHaveBeenCalledOnce();
});

test('a stopped navigation resolves after 10 s', async () => {
  const { stayed } = begin();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(stayed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(stayed).toHaveBeenCalledOnce();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnce } from './reload-once';

const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  window.sessionStorage.clear();
  reload.mockReset();
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('reloads for missing code, and not again within a minute', () => {
  expect(reloadOnce()).toBe(true);
  vi.advanceTimersByTime(59_000);
  expect(reloadOnce()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  expect(reloadOnce()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('does not reload when storage refuses the mark that prevents a loop', () => {
  for (const method of ['getItem', 'setItem'] as const) {
    const refused = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(reloadOnce()).toBe(false);
    refused.mockRestore();
  }
  expect(reload).not.toHaveBeenCalled();
});

test('does not reload offline', () => {
  vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  expect(reloadOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadOrReload } from './reload-once';

const reload = vi.fn<() => void>();
const script = (release: number) =>
  `<script type="module" crossorigin src="/assets/site-${release}.js"></script>`;
const page = vi.fn<typeof fetch>();

beforeEach(() => {
  document.head.innerHTML = script(1);
  page.mockReset().mockImplementation(async () => new Response(script(2)));
  vi.stubGlobal('fetch', page);
  vi.useFakeTimers();
  window.sessionStorage.clear();
  reload.mockReset();
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const load = vi.fn<() => Promise<string>>();

/** The outcome of loading missing code. */
async function miss(): Promise<'reload' | 'error'> {
  load.mockRejectedValueOnce(new TypeError('gone'));
  const before = reload.mock.calls.length;
  let failed = false;
  loadOrReload(load).catch(() => {
    failed = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(failed).toBe(reload.mock.calls.length === before);
  return failed ? 'error' : 'reload';
}
const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('loads code, and reloads nothing', async () => {
  load.mockResolvedValueOnce('code');
  expect(await loadOrReload(load)).toBe('code');
  expect(reload).not.toHaveBeenCalled();
});

test('reloads for missing code, and not again within a minute', async () => {
  expect(await miss()).toBe('reload');
  vi.advanceTimersByTime(59_000);
  expect(await miss()).toBe('error');
  vi.advanceTimersByTime(2_000);
  expect(await miss()).toBe('reload');
});

test('a page that the user leaves is not reloaded, unless it is still open after 30 seconds', async () => {
  let fail: (cause: unknown) => void = () => undefined;
  load.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  void loadOrReload(load);
  leave();
  fail(new TypeError('cancelled'));
  await vi.advanceTimersByTimeAsync(29_900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(reload).toHaveBeenCalledOnce();
});

test.each<[string, () => Promise<Response>]>([
  ['the release is the same', async () => new Response(script(1))],
  ['the server has a fault', async () => new Response('', { status: 503 })],
  ['the browser cancels all requests', () => Promise.reject(new TypeError('cancelled'))],
])('does not reload when %s', async (_, respond) => {
  page.mockImplementation(respond);
  expect(await miss()).toBe('error');
});

test('shows the error if the server does not respond in time', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
  page.mockImplementation((_, init) => {
    const isLate = init?.signal?.aborted === true;
    return isLate ? Promise.reject(new TypeError('late')) : new Promise(() => undefined);
  });
  expect(await miss()).toBe('error');
});

test('listens for leaving only while code loads', async () => {
  const removed = vi.spyOn(window, 'removeEventListener');
  leave();
  expect(await miss()).toBe('reload');
  load.mockResolvedValueOnce('code');
  await loadOrReload(load);
  expect(removed).toHaveBeenCalledWith('beforeunload', expect.any(Function));
});

test.each(['getItem', 'setItem'] as const)(
  'does not reload when storage refuses the mark that prevents a loop: %s',
  async (method) => {
    const refused = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(await miss()).toBe('error');
    refused.mockRestore();
  },
);

test('does not reload offline', async () => {
  vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await miss()).toBe('error');
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setVisibility } from '../../../../test/browser/tab';
import { fromResponse, unreachable } from '../../../api/errors';
import { announceViewing, endViewing } from '../../../api/review/applications';
import { useViewers } from './sheet-head';

vi.mock('../../../api/review/applications');

const dana = { user_id: 'dana', name: 'Dana Reyes', since: '2026-03-05T10:00:00Z' };
/** The requests in order. */
const sent: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  sent.length = 0;
  vi.mocked(announceViewing)
    .mockReset()
    .mockImplementation(async (id) => {
      sent.push(`announce ${id}`);
      return [dana];
    });
  vi.mocked(endViewing).mockImplementation(async (id) => void sent.push(`end ${id}`));
});
afterEach(() => void vi.useRealTimers());

const show = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return renderHook(({ id, isWanted }) => useViewers(id, isWanted), {
    initialProps: { id: 'app-1', isWanted: true },
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

test('a visible application is announced every ten seconds, until it is hidden or closed', async () => {
  const { result, rerender, unmount } = show();
  await waitFor(() => expect(result.current).toEqual([dana]));
  await pass(10);
  expect(sent).toEqual(['announce app-1', 'announce app-1']);
  act(() => setVisibility('hidden'));
  await pass(30);
  expect(sent.slice(2)).toEqual(['end app-1']);
  act(() => setVisibility('visible'));
  await waitFor(() => expect(sent.slice(3)).toEqual(['announce app-1']));
  rerender({ id: 'app-2', isWanted: true });
  await waitFor(() => expect(sent.slice(4)).toEqual(['end app-1', 'announce app-2']));
  unmount();
  await pass(30);
  expect(sent.slice(6)).toEqual(['end app-2']);
});

test('no viewer is shown once the application has no desk', async () => {
  const { result, rerender } = show();
  await waitFor(() => expect(result.current).toEqual([dana]));
  rerender({ id: 'app-1', isWanted: false });
  expect(result.current).toEqual([]);
  expect(sent).toEqual(['announce app-1', 'end app-1']);
});

test('viewers stay shown without a connection, and a refusal ends the announcements', async () => {
  const { result } = show();
  await waitFor(() => expect(result.current).toEqual([dana]));
  vi.mocked(announceViewing).mockRejectedValueOnce(unreachable());
  await pass(10);
  expect(result.current).toEqual([dana]);
  vi.mocked(announceViewing).mockRejectedValueOnce(fromResponse({ status: 404, body: null }));
  await pass(10);
  await pass(60);
  expect(announceViewing).toHaveBeenCalledTimes(3);
});

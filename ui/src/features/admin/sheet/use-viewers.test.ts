/** Tests announcing a viewer from several tabs, each of which is a hook here. */
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '../../../../test/deferred';
import { announceViewing, endViewing } from '../../../api/review/viewers';
import { useViewers } from './use-viewers';

vi.mock('../../../api/review/viewers');

/** The requests in order. */
const sent: string[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.mocked(announceViewing).mockImplementation(async () => {
    sent.push('announce');
    return [];
  });
  vi.mocked(endViewing).mockImplementation(async () => void sent.push('end'));
});

const openTab = (id = 'app-1') => renderHook(() => useViewers(id, true));
const announcements = (count: number) =>
  waitFor(() => expect(sent.filter((each) => each === 'announce')).toHaveLength(count));
/** The tabs have exchanged their messages. */
const know = () => vi.waitFor(() => new Promise((done) => setImmediate(() => setImmediate(done))));

test('the last of two tabs ends the viewing, and the first one does not', async () => {
  const one = openTab();
  const two = openTab();
  await announcements(2);
  await know();
  one.unmount();
  // The other tab announces the viewer again.
  await announcements(3);
  expect(sent).not.toContain('end');
  two.unmount();
  await waitFor(() => expect(sent.at(-1)).toBe('end'));
});

test('a late response does not replace a newer one', async () => {
  const dana = { user_id: 'dana', name: 'Dana Reyes', since: '2026-03-05T10:00:00Z' };
  const late = deferred<(typeof dana)[]>();
  vi.mocked(announceViewing).mockReturnValueOnce(late.promise);
  const tab = openTab();
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await announcements(1);
  await act(async () => late.resolve([dana]));
  expect(tab.result.current).toEqual([]);
  tab.unmount();
});

test('a tab that shows another application does not keep the viewing', async () => {
  const one = openTab();
  const two = openTab('app-2');
  await announcements(2);
  await know();
  one.unmount();
  await waitFor(() => expect(sent.at(-1)).toBe('end'));
  two.unmount();
});

test('a tab that began while another ended announces the viewer after that', async () => {
  const one = openTab();
  await announcements(1);
  // The new tab's message has not arrived.
  const two = openTab();
  one.unmount();
  await waitFor(() => expect(sent.at(-1)).toBe('end'));
  await waitFor(() => expect(sent.at(-1)).toBe('announce'));
  two.unmount();
});

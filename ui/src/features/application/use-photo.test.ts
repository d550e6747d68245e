/** What comes late: answers of the server after the person has gone on. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headshot } from '../../../test/api/mock-api';
import { unreachable } from '../../api/errors';
import { deleteHeadshot, uploadHeadshot } from '../../api/headshots';
import { dropDraft, openDraft } from './draft-of-person';
import { usePhoto } from './use-photo';

vi.mock('../../api/headshots', () => ({ deleteHeadshot: vi.fn(), uploadHeadshot: vi.fn() }));

const file = new File(['pixels'], 'me.jpg', { type: 'image/jpeg' });
const open = () => renderHook(() => usePhoto(openDraft('ada')));

/** Chooses a photo whose upload ends only when the test says so, and whatever happened meanwhile. */
function chosen() {
  let arrive: () => void = () => undefined;
  let fail: () => void = () => undefined;
  vi.mocked(uploadHeadshot).mockReturnValueOnce(
    new Promise((resolve, reject) => {
      arrive = () => resolve(headshot());
      fail = () => reject(unreachable());
    }),
  );
  const view = open();
  act(() => view.result.current.choose(file));
  return { ...view, arrive: () => act(async () => arrive()), fail: () => act(async () => fail()) };
}

beforeEach(() => {
  vi.mocked(uploadHeadshot).mockReset();
  vi.mocked(deleteHeadshot).mockReset().mockResolvedValue(undefined);
});
afterEach(dropDraft);

test('a removed photo does not come back with a fault', async () => {
  const { result, fail } = chosen();
  act(() => result.current.remove());
  await fail();
  expect(result.current).toMatchObject({ kept: null, attempt: null });
});

test('a removed photo that arrived all the same is deleted', async () => {
  const { result, arrive } = chosen();
  act(() => result.current.remove());
  await arrive();
  expect(result.current).toMatchObject({ kept: null, attempt: null });
  expect(deleteHeadshot).toHaveBeenCalledExactlyOnceWith(headshot().id);
});

test('a photo that arrived after the page was left is still there to be asked for', async () => {
  const { unmount, arrive } = chosen();
  unmount();
  await arrive();
  expect(deleteHeadshot).not.toHaveBeenCalled();
  expect(open().result.current.attempt).toMatchObject({ is: 'failed', file, again: true });
});

test('a photo that has not arrived makes the browser ask before the tab is closed', () => {
  const ask = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const { result } = chosen();
  expect(ask()).toBe(true);
  act(() => result.current.remove());
  expect(ask()).toBe(false);
});

test('nothing is chosen while a photo is being removed', async () => {
  const { result, arrive } = chosen();
  await arrive();
  vi.mocked(deleteHeadshot).mockReturnValueOnce(new Promise(() => undefined));
  act(() => result.current.remove());
  act(() => result.current.choose(file));
  expect(result.current.attempt).toEqual({ is: 'removing' });
  expect(uploadHeadshot).toHaveBeenCalledOnce();
});

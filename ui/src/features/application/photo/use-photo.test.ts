import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '../../../../test/deferred';
import { headshot } from '../../../../test/api/mock-api';
import { unreachable } from '../../../api/errors';
import { deleteHeadshot, uploadHeadshot } from '../../../api/headshots';
import { dropDraft, openDraft } from '../draft/current-draft';
import { usePhoto } from './use-photo';

vi.mock('../../../api/headshots', () => ({ deleteHeadshot: vi.fn(), uploadHeadshot: vi.fn() }));

const file = new File(['pixels'], 'me.jpg', { type: 'image/jpeg' });
const open = () => renderHook(() => usePhoto(openDraft('ada')));

/** Chooses a photo whose upload the test settles. */
function choosePhoto() {
  const upload = deferred<ReturnType<typeof headshot>>();
  vi.mocked(uploadHeadshot).mockReturnValueOnce(upload.promise);
  const view = open();
  act(() => view.result.current.choose(file));
  return {
    ...view,
    arrive: () => act(async () => upload.resolve(headshot())),
    fail: () => act(async () => upload.reject(unreachable())),
  };
}

beforeEach(() => {
  vi.mocked(uploadHeadshot).mockReset();
  vi.mocked(deleteHeadshot).mockReset().mockResolvedValue(undefined);
});
afterEach(dropDraft);

test('a failed upload does not restore a removed photo', async () => {
  const { result, fail } = choosePhoto();
  act(() => result.current.remove());
  await fail();
  expect(result.current).toMatchObject({ kept: null, attempt: null });
});

test('a photo removed during its upload is deleted after the upload', async () => {
  const { result, arrive } = choosePhoto();
  act(() => result.current.remove());
  await arrive();
  expect(result.current).toMatchObject({ kept: null, attempt: null });
  expect(deleteHeadshot).toHaveBeenCalledExactlyOnceWith(headshot().id);
});

test('a photo whose upload ends after leaving the page can be uploaded again', async () => {
  const { unmount, arrive } = choosePhoto();
  unmount();
  await arrive();
  expect(deleteHeadshot).not.toHaveBeenCalled();
  expect(open().result.current.attempt).toMatchObject({ is: 'failed', file, again: true });
});

test('an unfinished upload makes the browser confirm closing the tab', () => {
  const ask = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const { result } = choosePhoto();
  expect(ask()).toBe(true);
  act(() => result.current.remove());
  expect(ask()).toBe(false);
});

test('no photo can be chosen during a removal', async () => {
  const { result, arrive } = choosePhoto();
  await arrive();
  vi.mocked(deleteHeadshot).mockReturnValueOnce(new Promise(() => undefined));
  act(() => result.current.remove());
  act(() => result.current.choose(file));
  expect(result.current.attempt).toEqual({ is: 'removing' });
  expect(uploadHeadshot).toHaveBeenCalledOnce();
});

import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '../../../../test/deferred';
import { headshot } from '../../../../test/api/mock-api';
import { asksBeforeClosing } from '../../../../test/browser/tab';
import { unreachable, fromResponse } from '../../../api/errors';
import { deleteHeadshot, uploadHeadshot } from '../../../api/headshots';
import { dropDraft, openDraft } from '../draft/draft';
import { usePhoto, uploadProblem } from './photo';
import { application } from '../../../content/membership/application';

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

test.each([
  ['fails', []],
  ['arrives', [[headshot().id]]],
])(
  'a photo removed during its upload stays removed if it %s, and is deleted: %j',
  async (how, ids) => {
    const { result, fail, arrive } = choosePhoto();
    act(() => result.current.remove());
    await (how === 'fails' ? fail() : arrive());
    expect(result.current).toMatchObject({ kept: null, attempt: null });
    expect(vi.mocked(deleteHeadshot).mock.calls).toEqual(ids);
  },
);

test('a photo whose upload ends after leaving the page can be uploaded again', async () => {
  const { unmount, arrive } = choosePhoto();
  unmount();
  await arrive();
  expect(deleteHeadshot).not.toHaveBeenCalled();
  expect(open().result.current.attempt).toMatchObject({ is: 'failed', file, again: true });
});

test('an unfinished upload makes the browser confirm closing the tab', () => {
  const { result } = choosePhoto();
  expect(asksBeforeClosing()).toBe(true);
  act(() => result.current.remove());
  expect(asksBeforeClosing()).toBe(false);
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

const { problems } = application.photo;
const detail = 'Said by the server.';

test.each([
  [413, 'payload_too_large', problems.tooLarge, false],
  // A proxy's own limit is not reported as the site's.
  [413, undefined, problems.refusedOnTheWay, false],
  [415, 'unsupported_image', problems.unsupported, false],
  [422, 'image_too_large', detail, false],
  [422, 'image_unreadable', problems.unreadable, false],
  [403, 'not_applicant', detail, false],
  [422, 'validation_failed', detail, true],
  [503, 'busy', problems.unreachable, true],
])('an upload answered by %i %s has its reason, and a retry only if one may help', (...row) => {
  const [status, code, message, again] = row;
  const problem = fromResponse({ status, body: { code, detail } });
  expect(uploadProblem(problem)).toEqual({ message, again });
});

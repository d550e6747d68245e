import { act, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../../test/deferred';
import { draft, headshot, problem, savedDraft, serve } from '../../../../test/api/mock-api';
import {
  button,
  expectHeading,
  field,
  openStep,
  receipt,
  serveDeletion,
  serveSubmissions,
  submit,
  unknownPhoto,
  withApplicant,
} from '../../../../test/api/apply-page';
import { shrinkPhoto } from './shrink-photo';

vi.mock('./shrink-photo', () => ({ shrinkPhoto: vi.fn() }));

withApplicant();

const createUrl = vi.fn<(file: Blob) => string>();
const revokeUrl = vi.fn<(url: string) => void>();
let count = 0;

beforeEach(() => {
  count = 0;
  createUrl.mockReset().mockImplementation(() => `blob:preview-${(count += 1)}`);
  revokeUrl.mockReset();
  // jsdom has no object URLs.
  Object.assign(URL, { createObjectURL: createUrl, revokeObjectURL: revokeUrl });
});

const image = (name = 'me.jpg', bytes = 2_000) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
const serveUploads = (...list: ReturnType<typeof headshot>[]) => {
  const next = [...list];
  serve('post /api/headshots', () =>
    HttpResponse.json(next.shift() ?? headshot(), { status: 201 }),
  );
};

async function openPhotoStep() {
  const view = await openStep(3);
  return { ...view, choose: (file: File) => view.user.upload(field('Profile Photo'), file) };
}
async function choosePhoto() {
  const view = await openPhotoStep();
  await view.choose(image());
  return view;
}
/** Chooses a photo and waits for its upload. */
async function uploadPhoto(...photos: ReturnType<typeof headshot>[]) {
  serveUploads(...photos);
  const view = await choosePhoto();
  await screen.findAllByText('Uploaded');
  return view;
}

const stallUploads = () => serve('post /api/headshots', () => delay('infinite'));

describe('a chosen photo', () => {
  test('shows the percentage of its upload, and Remove cancels it', async () => {
    const body = new EventTarget();
    const [sent, aborted] = [vi.fn(), vi.fn()];
    class Sending extends EventTarget {
      readonly upload = body;
      readonly open = vi.fn();
      readonly setRequestHeader = vi.fn();
      readonly abort = aborted;
      readonly send = sent;
    }
    const { choose, user } = await openPhotoStep();
    vi.stubGlobal('XMLHttpRequest', Sending);
    await choose(image());
    await waitFor(() => expect(sent).toHaveBeenCalled());
    const part = { lengthComputable: true, loaded: 829, total: 2000 };
    act(() => void body.dispatchEvent(new ProgressEvent('progress', part)));
    expect(screen.getByText('Uploading... 41%')).toBeTruthy();
    await user.click(button('Remove me.jpg'));
    expect(aborted).toHaveBeenCalledOnce();
    expect(screen.queryByText('me.jpg')).toBeNull();
    expect(document.activeElement).toBe(field('Profile Photo'));
    expect(revokeUrl).toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  test('is shrunk before the upload if it is large, and not uploaded if it is removed meanwhile', async () => {
    const shrinking = deferred<File>();
    vi.mocked(shrinkPhoto).mockReturnValueOnce(shrinking.promise);
    const sent = vi.fn();
    serve('post /api/headshots', sent);
    const { choose, user } = await openPhotoStep();
    expect(field('Profile Photo').accept).toBe(
      'image/jpeg,image/png,image/webp,image/heic,image/heif',
    );
    await choose(image('IMG_1.jpeg', 6_000_000));
    expect(await screen.findAllByText('Preparing your photo...')).toHaveLength(2);
    expect(screen.getByText('(5.7 MB)')).toBeTruthy();
    expect(screen.queryByRole('progressbar', { name: 'Upload of your photo' })).toBeNull();
    await user.click(button('Remove IMG_1.jpeg'));
    await act(async () => shrinking.resolve(image()));
    expect(screen.queryByText(/IMG_1|me\.jpg/)).toBeNull();
    expect(sent).not.toHaveBeenCalled();
  });

  test('can be uploaded again with the same key if leaving the page interrupted the upload', async () => {
    const keys: (string | null)[] = [];
    serve('post /api/headshots', async (attempt, { request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      if (attempt === 1) await delay('infinite');
      return HttpResponse.json(headshot(), { status: 201 });
    });
    const { user, router } = await choosePhoto();
    await screen.findByRole('progressbar', { name: 'Upload of your photo' });
    await waitFor(() => expect(keys).toHaveLength(1));
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/apply?step=3'));
    expect(await screen.findAllByText(/didn’t finish uploading/)).not.toHaveLength(0);
    await submit({ user });
    expect((await screen.findByRole('alert')).textContent).toMatch(/Try again/);
    await user.click(button('Try again'));
    expect(await screen.findAllByText('Uploaded')).not.toHaveLength(0);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test('stays, and blocks the submission, until its deletion succeeds', async () => {
    serve('delete /api/headshots/:id', () => HttpResponse.error());
    const { user } = await uploadPhoto();
    await user.click(button('Remove me.jpg'));
    expect(await screen.findAllByText(/couldn’t remove/)).not.toHaveLength(0);
    await submit({ user });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/couldn’t remove your photo\. Remove it again/);
    serve('delete /api/headshots/:id', () => problem(404, 'not_found', 'Gone.'));
    await user.click(button('Remove me.jpg'));
    await waitFor(() => expect(screen.queryByText('me.jpg')).toBeNull());
  });

  test('is deleted after the upload of its replacement, which survives leaving the page', async () => {
    const deleted = serveDeletion();
    const { choose, router } = await uploadPhoto(headshot({ id: 'first' }), headshot());
    await choose(image('better.jpg'));
    await waitFor(() => expect(deleted).toEqual(['first']));
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/apply?step=3'));
    expect(await screen.findByText('better.jpg')).toBeTruthy();
    expect(screen.queryByText('me.jpg')).toBeNull();
    // One preview is in memory.
    expect(createUrl.mock.calls.length - revokeUrl.mock.calls.length).toBe(1);
  });
});

describe('a refused photo', () => {
  test('beyond the maximum is explained, also before, and the earlier photo is sent', async () => {
    savedDraft.now = { ...draft(), photos_left: 1 };
    const { choose, user } = await uploadPhoto();
    expect(screen.getByText(/You can upload one more photo\.$/)).toBeTruthy();
    serve('post /api/headshots', () => problem(409, 'in_use', 'Your photos are in use.'));
    const sent = serveSubmissions();
    await choose(image('fourth.jpg'));
    expect(
      await screen.findAllByText(/can have. You can continue with the earlier photo/),
    ).not.toHaveLength(0);
    expect(screen.queryByText('fourth.jpg')).toBeNull();
    expect(screen.getByText('me.jpg')).toBeTruthy();
    await submit({ user });
    await expectHeading('Application Received!');
    expect(sent[0]?.body).toMatchObject({ headshot_id: headshot().id });
  });

  test('beyond the maximum without an earlier photo need not be removed', async () => {
    serveSubmissions();
    serve('post /api/headshots', () => problem(409, 'in_use', 'Your photos are in use.'));
    savedDraft.now = { ...draft(), photos_left: 0 };
    const { user } = await choosePhoto();
    expect(screen.getByText(/You can’t upload another photo: .* without a photo\.$/)).toBeTruthy();
    expect(await screen.findAllByText(/You can continue without a photo/)).not.toHaveLength(0);
    await submit({ user });
    await expectHeading('Application Received!');
  });
});

describe('submitting with a photo', () => {
  test('waits for the upload', async () => {
    const upload = deferred();
    const order: string[] = [];
    serve('post /api/headshots', async () => {
      await upload.promise;
      order.push('photo');
      return HttpResponse.json(headshot(), { status: 201 });
    });
    serve('post /api/applications', () => {
      order.push('application');
      return HttpResponse.json(receipt, { status: 201 });
    });
    const { user } = await choosePhoto();
    await submit({ user });
    expect(button('Submitting...').ariaDisabled).toBe('true');
    expect(button('Previous').disabled).toBe(true);
    // Later input would not be sent.
    expect(field('T-Shirt Size').matches(':disabled')).toBe(true);
    upload.resolve();
    await expectHeading('Application Received!');
    expect(order).toEqual(['photo', 'application']);
  });

  test('is cancelled by Remove during the upload', async () => {
    stallUploads();
    const sent = serveSubmissions();
    const { user } = await choosePhoto();
    await submit({ user });
    await user.click(button('Remove me.jpg'));
    expect(document.activeElement).toBe(field('Profile Photo'));
    await screen.findByRole('button', { name: 'Submit Application' });
    expect(sent).toHaveLength(0);
    await submit({ user });
    await expectHeading('Application Received!');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).not.toHaveProperty('headshot_id');
  });

  test('is blocked once by a refused photo, and goes without it when repeated', async () => {
    serve('post /api/headshots', () => problem(415, 'unsupported_image', 'No.'));
    const sent = serveSubmissions();
    const { user } = await choosePhoto();
    await screen.findAllByText(/isn’t a JPEG/);
    expect(field('Profile Photo').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await submit({ user });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/hasn’t been uploaded/);
    expect(document.activeElement).toBe(alert);
    expect(sent).toHaveLength(0);
    await submit({ user });
    await expectHeading('Application Received!');
    expect(sent[0]?.body).not.toHaveProperty('headshot_id');
  });

  test('offers another upload if the server has deleted the photo', async () => {
    serveSubmissions(unknownPhoto);
    const { user } = await uploadPhoto();
    await submit({ user });
    expect(await screen.findAllByText('Choose the photo again')).not.toHaveLength(0);
    await user.click(button('Try again'));
    expect(await screen.findAllByText('Uploaded')).not.toHaveLength(0);
  });
});

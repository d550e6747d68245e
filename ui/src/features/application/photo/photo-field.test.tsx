import { act, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../../test/deferred';
import { expectAccessible } from '../../../../test/screens/axe';
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

/** Gives this response to the first upload and accepts later ones. Returns the idempotency keys. */
function failFirstUpload(respond: () => Response | Promise<void>): (string | null)[] {
  const keys: (string | null)[] = [];
  serve('post /api/headshots', async (_, { request }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    const failure = keys.length === 1 ? await respond() : undefined;
    return failure ?? HttpResponse.json(headshot(), { status: 201 });
  });
  return keys;
}

const stallUploads = () => serve('post /api/headshots', () => delay('infinite'));

describe('a chosen photo', () => {
  test('is uploaded immediately and shown with preview, name and size', async () => {
    serveUploads();
    const { choose } = await openPhotoStep();
    expect(field('Profile Photo').accept).toBe(
      'image/jpeg,image/png,image/webp,image/heic,image/heif',
    );
    await choose(image());
    expect(await screen.findAllByText('Uploaded')).not.toHaveLength(0);
    expect(screen.getByText('me.jpg')).toBeTruthy();
    expect(screen.getByText('(2 KB)')).toBeTruthy();
    const preview = screen.getByRole<HTMLImageElement>('img', { name: 'Preview of your photo' });
    expect(preview.getAttribute('src')).toMatch(/^blob:preview/);
    await expectAccessible();
  });

  test('is shrunk before the upload if it is large', async () => {
    const shrinking = deferred<File>();
    vi.mocked(shrinkPhoto).mockReturnValueOnce(shrinking.promise);
    serveUploads();
    const { choose } = await openPhotoStep();
    await choose(image('IMG_1.jpeg', 6_000_000));
    expect(await screen.findAllByText('Preparing your photo...')).toHaveLength(2);
    expect(screen.getByText('(5.7 MB)')).toBeTruthy();
    expect(screen.queryByRole('progressbar', { name: 'Upload of your photo' })).toBeNull();
    await act(async () => shrinking.resolve(image('IMG_1.jpg', 400_000)));
    expect(await screen.findAllByText('Uploaded')).not.toHaveLength(0);
    expect(screen.getByText('IMG_1.jpg')).toBeTruthy();
    expect(screen.getByText('(391 KB)')).toBeTruthy();
  });

  test('is not uploaded if it is removed during shrinking', async () => {
    const shrinking = deferred<File>();
    vi.mocked(shrinkPhoto).mockReturnValueOnce(shrinking.promise);
    const sent = vi.fn();
    serve('post /api/headshots', sent);
    const { choose, user } = await openPhotoStep();
    await choose(image('IMG_1.jpeg', 6_000_000));
    await screen.findAllByText('Preparing your photo...');
    await user.click(button('Remove IMG_1.jpeg'));
    await act(async () => shrinking.resolve(image()));
    expect(screen.queryByText(/IMG_1|me\.jpg/)).toBeNull();
    expect(sent).not.toHaveBeenCalled();
  });

  test('shows the percentage of its upload', async () => {
    const body = new EventTarget();
    const sent = vi.fn();
    class Sending extends EventTarget {
      readonly upload = body;
      readonly open = vi.fn();
      readonly setRequestHeader = vi.fn();
      readonly abort = vi.fn();
      readonly send = sent;
    }
    const { choose } = await openPhotoStep();
    vi.stubGlobal('XMLHttpRequest', Sending);
    await choose(image());
    await waitFor(() => expect(sent).toHaveBeenCalled());
    const part = new ProgressEvent('progress', {
      lengthComputable: true,
      loaded: 829,
      total: 2000,
    });
    act(() => void body.dispatchEvent(part));
    expect(screen.getByText('Uploading... 41%')).toBeTruthy();
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', {
      name: 'Upload of your photo',
    });
    expect(bar.value).toBeCloseTo(0.4145);
    vi.unstubAllGlobals();
  });

  test('shows its progress, and Remove cancels it', async () => {
    stallUploads();
    const { user } = await choosePhoto();
    expect(await screen.findByRole('progressbar', { name: 'Upload of your photo' })).toBeTruthy();
    expect(screen.getByText(/^Uploading\.\.\. \d+%$/)).toBeTruthy();
    await user.click(button('Remove me.jpg'));
    expect(screen.queryByText('me.jpg')).toBeNull();
    expect(document.activeElement).toBe(field('Profile Photo'));
    expect(revokeUrl).toHaveBeenCalled();
  });

  test('survives a change of step and leaving the page', async () => {
    const { user, router } = await uploadPhoto();
    await user.click(button('Previous'));
    await expectHeading('Personal Information');
    await user.click(button('Next'));
    expect(await screen.findByText('me.jpg')).toBeTruthy();
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/apply?step=3'));
    expect(await screen.findByText('me.jpg')).toBeTruthy();
    expect(createUrl.mock.calls.length - revokeUrl.mock.calls.length).toBe(1);
  });

  test('can be uploaded again with the same key if leaving the page interrupted the upload', async () => {
    const keys = failFirstUpload(() => delay('infinite'));
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
    expect(keys[1]).toBe(keys[0]);
  });

  test('is deleted on the server by Remove', async () => {
    const deleted = serveDeletion();
    const { user } = await uploadPhoto();
    await user.click(button('Remove me.jpg'));
    await waitFor(() => expect(screen.queryByText('me.jpg')).toBeNull());
    expect(document.activeElement).toBe(field('Profile Photo'));
    expect(deleted).toEqual([headshot().id]);
  });

  test('stays until its deletion succeeds', async () => {
    serve('delete /api/headshots/:id', () => HttpResponse.error());
    const { user } = await uploadPhoto();
    await user.click(button('Remove me.jpg'));
    expect(await screen.findAllByText(/couldn’t remove/)).not.toHaveLength(0);
    serve('delete /api/headshots/:id', () => problem(404, 'not_found', 'Gone.'));
    await user.click(button('Remove me.jpg'));
    await waitFor(() => expect(screen.queryByText('me.jpg')).toBeNull());
  });

  test('is deleted after the upload of its replacement', async () => {
    const deleted = serveDeletion();
    const { choose } = await uploadPhoto(headshot({ id: 'first' }), headshot({ id: 'second' }));
    await choose(image('better.jpg'));
    await waitFor(() => expect(deleted).toEqual(['first']));
    expect(screen.getByText('better.jpg')).toBeTruthy();
    expect(screen.queryByText('me.jpg')).toBeNull();
  });
});

describe('a refused photo', () => {
  test('is not sent if it is still too large after shrinking', async () => {
    const tooLarge = { message: 'It is larger than 5 MB.', again: false };
    vi.mocked(shrinkPhoto).mockResolvedValueOnce(tooLarge);
    const { choose } = await openPhotoStep();
    await choose(image('huge.jpg', 5 * 1024 * 1024 + 1));
    expect(await screen.findAllByText(/larger than 5 MB/)).not.toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(field('Profile Photo').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible();
  });

  test.each([
    [413, 'payload_too_large', /larger than 5 MB/],
    [415, 'unsupported_image', /isn’t a JPEG, PNG or WebP/],
    [422, 'image_too_large', /Only applicants/],
    [422, 'image_unreadable', /couldn’t read this image/],
    [403, 'not_applicant', /Only applicants/],
  ])('shows the reason for %i %s', async (status, code, words) => {
    serve('post /api/headshots', () => problem(status, code, 'Only applicants may do this.'));
    await choosePhoto();
    expect(await screen.findAllByText(words)).not.toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test("a proxy's own limit is not reported as the site's", async () => {
    serve('post /api/headshots', () => HttpResponse.html('<h1>413</h1>', { status: 413 }));
    await choosePhoto();
    expect(
      await screen.findAllByText(/refused for its size before it reached us/),
    ).not.toHaveLength(0);
  });

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
    await expectAccessible();
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

  test('is uploaded again with the same key after a lost connection', async () => {
    const keys = failFirstUpload(() => HttpResponse.error());
    const { user } = await choosePhoto();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(field('Profile Photo'));
    await screen.findAllByText('Uploaded');
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test('leaves no card, and the previous photo stays and can be removed', async () => {
    serveDeletion();
    const { choose, user } = await uploadPhoto();
    serve('post /api/headshots', () => problem(422, 'image_unreadable', 'No.'));
    await choose(image('broken.jpg'));
    await screen.findAllByText(/couldn’t read this image/);
    expect(screen.queryByText('broken.jpg')).toBeNull();
    await user.click(button('Remove me.jpg'));
    await waitFor(() => expect(screen.queryByText('me.jpg')).toBeNull());
    expect(screen.queryByText(/couldn’t read this image/)).toBeNull();
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

  test('is blocked by a photo that could not be removed', async () => {
    serve('delete /api/headshots/:id', () => HttpResponse.error());
    const { user } = await uploadPhoto();
    await user.click(button('Remove me.jpg'));
    await screen.findAllByText(/couldn’t remove/);
    await submit({ user });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/couldn’t remove your photo\. Remove it again/);
  });

  test('is blocked once by a refused photo, and goes without it when repeated', async () => {
    serve('post /api/headshots', () => problem(415, 'unsupported_image', 'No.'));
    const sent = serveSubmissions();
    const { user } = await choosePhoto();
    await screen.findAllByText(/isn’t a JPEG/);
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

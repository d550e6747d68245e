// The headshot of an application: refused, uploaded, removed, submitted, shown to the administrator, and from phones: 24 and
// 48 megapixels, rotated, HEIC, and over slow or failing connections.
import type { Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { expect, expectAccessible, test, wide } from '../../support/journey-test.js';
import { administrator } from '../../support/stack.js';
import { fillApplication, openAs, startAs, submitApplication } from '../../support/steps.js';
import { forgetSession } from '../../support/stored-session.js';

// The trace recorder fetches the preview's blob, which the content security policy rightly blocks.
test.use({ viewport: wide, trace: 'off' });

const field = (page: Page) => page.getByLabel('Profile Photo');
const uploaded = (page: Page) => page.getByText('Uploaded', { exact: true }).first();

/** Chooses a photo; returns the URL that the server gives it. */
async function choose(page: Page, name: string, buffer: Buffer): Promise<string> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/headshots'));
  await field(page).setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  const { headshot_url: url } = (await (await answer).json()) as { headshot_url: string };
  await expect(uploaded(page)).toBeVisible();
  return url;
}

test('a teacher adds a photo, and the administrator sees it', async ({ page, watched }) => {
  const teacher = await confirmedApplicant();
  await startAs(page, teacher);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await fillApplication(page);
  const photo = await page.screenshot({ type: 'jpeg' });

  await test.step('a file that is not an image is refused with the reason', async () => {
    watched.expectConsoleError(/415/);
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await field(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByText(/isn’t a JPEG, PNG or WebP image/).first()).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByText('me.jpg')).toHaveCount(0);
  });

  await test.step('a removed photo is deleted on the server', async () => {
    const url = await choose(page, 'first.jpg', photo);
    expect((await page.request.get(url)).status()).toBe(200);
    const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Remove first.jpg' }).click();
    expect((await gone).status()).toBe(204);
    await expect(page.getByText('first.jpg')).toHaveCount(0);
    expect((await page.request.get(url)).status()).toBe(404);
  });

  await test.step('the photo survives changing steps and is submitted', async () => {
    await choose(page, 'second.jpg', photo);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('second.jpg')).toBeVisible();
    await submitApplication(page);
    await forgetSession(page);
  });

  await test.step('the administrator sees it', async () => {
    await openAs(page, administrator(), '/admin');
    const row = page.getByRole('row').filter({ hasText: teacher.email });
    await row.getByRole('button', { name: /^view/i }).click();
    const shown = page.getByRole('img', { name: 'Profile photo of Nadia Okafor' });
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1024);
    await expectAccessible(page);
  });
});

const MIB = 1024 * 1024;

type Photo = { name: string; width: number; height: number; orientation: number; bytes: number };

/** Chooses a generated JPEG of four colors, padded to the size. A stored file would be too large. */
async function take(page: Page, photo: Photo): Promise<void> {
  await field(page).evaluate(async (input: HTMLInputElement, wanted: Photo) => {
    const canvas = document.createElement('canvas');
    const { width, height } = Object.assign(canvas, { width: wanted.width, height: wanted.height });
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('no canvas');
    for (const [index, colour] of ['#f00', '#0f0', '#00f', '#fff'].entries()) {
      pen.fillStyle = colour;
      pen.fillRect(((index % 2) * width) / 2, (index >> 1) * (height / 2), width / 2, height / 2);
    }
    const plain = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg'));
    if (plain === null) throw new Error('no photo');
    const segment = (marker: number, content: Uint8Array<ArrayBuffer>) => [
      new Uint8Array([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]),
      content,
    ];
    // "Exif", a little-endian TIFF, and one entry: the orientation.
    const exif = [...'Exif\0\0II*\0'].map((letter) => letter.charCodeAt(0));
    exif.push(8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, wanted.orientation, 0, 0, 0, 0, 0, 0, 0);
    const padding = Array.from({ length: Math.ceil((wanted.bytes - plain.size) / 65_000) }, () =>
      segment(0xfe, new Uint8Array(65_000)),
    );
    const parts = [plain.slice(0, 2), ...segment(0xe1, new Uint8Array(exif)), ...padding.flat()];
    const chosen = new DataTransfer();
    chosen.items.add(new File([...parts, plain.slice(2)], wanted.name, { type: 'image/jpeg' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, photo);
}

/** The dimensions of the preview and the colours of its corners, row by row. */
async function stored(page: Page): Promise<[string, string[]]> {
  const listed = page.getByRole('img', { name: 'Preview of your photo' });
  await expect(listed).toBeVisible();
  return listed.evaluate(async (preview: HTMLImageElement) => {
    await preview.decode();
    const { naturalWidth: width, naturalHeight: height } = preview;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (pen === null) throw new Error('no canvas');
    pen.drawImage(preview, 0, 0);
    const corners = [
      [0, 0],
      [width - 1, 0],
      [0, height - 1],
      [width - 1, height - 1],
    ] as const;
    const names = corners.map(([x, y]) =>
      [...pen.getImageData(x, y, 1, 1).data.slice(0, 3)]
        .map((part) => (part > 127 ? 1 : 0))
        .join(''),
    );
    return [`${width} × ${height}`, names];
  });
}

const [RED, GREEN, BLUE, WHITE] = ['100', '010', '001', '111'];

test('phone photos arrive upright, HEIC is explained, and an interrupted upload can be repeated', async ({
  page,
  watched,
}) => {
  await openAs(page, await confirmedApplicant(), '/apply');
  await fillApplication(page);
  /** The server's response to the photo. */
  const answered = async (photo: Photo) => {
    const waiting = page.waitForResponse((answer) => answer.url().endsWith('/api/headshots'));
    await take(page, photo);
    const answer = await waiting;
    expect(answer.status()).toBe(201);
    const sent = Number((await answer.request().allHeaders())['content-length']);
    await expect(uploaded(page)).toBeVisible();
    return { ...((await answer.json()) as { width: number; height: number }), sent };
  };

  await test.step('24 megapixels, held upright', async () => {
    const photo = { name: 'IMG_24.JPG', width: 5712, height: 4284, orientation: 6, bytes: 6 * MIB };
    const kept = await answered(photo);
    expect(kept).toMatchObject({ width: 768, height: 1024 });
    expect(kept.sent).toBeLessThan(MIB);
    expect(await stored(page)).toEqual(['1536 × 2048', [BLUE, RED, WHITE, GREEN]]);
  });

  await test.step('48 megapixels, held sideways', async () => {
    const photo = {
      name: 'IMG_48.JPG',
      width: 8064,
      height: 6048,
      orientation: 1,
      bytes: 12 * MIB,
    };
    expect(await answered(photo)).toMatchObject({ width: 1024, height: 768 });
    expect(await stored(page)).toEqual(['2048 × 1536', [RED, GREEN, BLUE, WHITE]]);
  });

  await test.step('HEIC, which this browser cannot decode', async () => {
    const buffer = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1');
    await field(page).setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer });
    await expect(page.getByText(/Most Compatible/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(page.getByText('IMG_1.HEIC')).toHaveCount(0);
    await expect(page.getByText('IMG_48.jpg')).toBeVisible();
  });

  await test.step('half a megabit a second, after a lost connection', async () => {
    watched.expectConsoleError(/ERR_CONNECTION_RESET/);
    // Going offline by emulation would not interrupt a running upload.
    await page.route('**/api/headshots', (route) => route.abort('connectionreset'), { times: 1 });
    await take(page, { name: 'a.jpg', width: 1600, height: 1200, orientation: 1, bytes: 200_000 });
    await expect(page.getByText(/can’t upload the photo right now/).first()).toBeVisible();
    const line = await page.context().newCDPSession(page);
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 100,
      downloadThroughput: -1,
      uploadThroughput: 500_000 / 8,
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    const bar = page.getByRole('progressbar', { name: 'Upload of your photo' });
    const share = () => bar.evaluate((progress: HTMLProgressElement) => progress.value);
    await expect.poll(share).toBeGreaterThan(0);
    expect(await share()).toBeLessThan(1);
    await expect(uploaded(page)).toBeVisible();
    await expect(page.getByText('a.jpg')).toBeVisible();
  });
});

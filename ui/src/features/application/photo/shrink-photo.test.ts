/** Mocks loading and drawing, which jsdom does not support. The journey phone-photos uses a real browser. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { application } from '../../../content/membership/application';
import { shrinkPhoto } from './shrink-photo';

const { problems } = application.photo;
const MIB = 1024 * 1024;

/** The upright size of the next picture; null if the browser cannot decode it. */
let size: { width: number; height: number } | null;
let canDraw: boolean;
const drawings: [number, number][] = [];
const revoked = vi.fn<(url: string) => void>();

class Picture extends EventTarget {
  naturalWidth = 0;
  naturalHeight = 0;
  set src(url: string) {
    if (url !== 'blob:photo') throw new Error(url);
    this.naturalWidth = size?.width ?? 0;
    this.naturalHeight = size?.height ?? 0;
    queueMicrotask(() => this.dispatchEvent(new Event(size === null ? 'error' : 'load')));
  }
}

beforeEach(() => {
  size = { width: 4284, height: 5712 };
  canDraw = true;
  drawings.length = 0;
  revoked.mockReset();
  vi.stubGlobal('Image', Picture);
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: revoked });
  const context = {
    fillRect: vi.fn(),
    drawImage: (_image: unknown, _x: number, _y: number, width: number, height: number) =>
      void drawings.push([width, height]),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(canDraw ? new Blob(['small'], { type: type ?? '' }) : null),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const photo = (bytes: number, name = 'IMG_0042.jpeg', type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type });
const heic = (type = 'image/heic') =>
  new File(['\0\0\0\u0018ftypheic\0\0\0\0', new Uint8Array(2 * MIB)], 'IMG_0042.HEIC', { type });

test.each([
  [4284, 5712, 1536, 2048],
  [8064, 6048, 2048, 1536],
  [9000, 3, 2048, 1],
  [1200, 900, 1200, 900],
])('a large photo of %i × %i is sent as a JPEG of %i × %i', async (width, height, ...drawn) => {
  size = { width, height };
  const file = (await shrinkPhoto(photo(6 * MIB))) as File;
  expect(drawings).toEqual([drawn]);
  expect([file.name, file.type, await file.text()]).toEqual([
    'IMG_0042.jpg',
    'image/jpeg',
    'small',
  ]);
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:photo');
});

test('a small file with many pixels is shrunk', async () => {
  expect(await shrinkPhoto(photo(MIB))).toHaveProperty('size', 'small'.length);
});

test.each(['image/jpeg', 'image/png', 'image/webp'])('a small %s is unchanged', async (type) => {
  size = { width: 2048, height: 1024 };
  const file = photo(5 * MIB, 'me.picture', type);
  expect(await shrinkPhoto(file)).toBe(file);
  expect(drawings).toEqual([]);
});

test('a type that the server refuses becomes a JPEG if the browser can decode it', async () => {
  size = { width: 640, height: 480 };
  expect(await shrinkPhoto(heic())).toMatchObject({ name: 'IMG_0042.jpg', type: 'image/jpeg' });
});

test.each(['image/heic', ''])(
  'HEIC that the browser cannot decode gets instructions for sending a JPEG (%s)',
  async (type) => {
    size = null;
    expect(await shrinkPhoto(heic(type))).toEqual({ message: problems.heic, again: false });
  },
);

test.each([
  ['decode', problems.unreadable],
  ['draw', problems.notShrunk],
])('a JPEG that the browser cannot %s is sent if its size is allowed', async (act, message) => {
  if (act === 'decode') size = null;
  else canDraw = false;
  const file = photo(5 * MIB);
  expect(await shrinkPhoto(file)).toBe(file);
  expect(await shrinkPhoto(photo(5 * MIB + 1))).toEqual({ message, again: false });
});

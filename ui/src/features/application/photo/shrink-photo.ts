/** Shrinks a photo to an upright JPEG with sides of up to 2048 pixels. Loaded when a photo is chosen. */
import { application } from '../../../content/membership/application';
import { isOrdinary, MAX_BYTES, type PhotoProblem } from './photo';

const MAX_SIDE = 2048;
const QUALITY = 0.85;
const { problems } = application.photo;

const refused = (message: string): PhotoProblem => ({ message, again: false });

/** Detects HEIC by the first bytes, because not every system reports the type. */
async function isHeic(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return /^ftyp(?:hei|hev|mif|msf)/.test(String.fromCodePoint(...start.subarray(4)));
}

/** Null if the browser cannot decode it. */
function loadImage(url: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => resolve(null));
    image.src = url;
  });
}

/** Browsers draw a photo upright, and phones support a canvas of this size. */
function drawJpeg(image: HTMLImageElement, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  // JPEG has no transparency: transparent pixels would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

async function redraw(file: File, url: string): Promise<File | PhotoProblem> {
  const image = await loadImage(url);
  if (image === null) {
    if (await isHeic(file)) return refused(problems.heic);
    // The server's refusal explains the fault.
    return file.size > MAX_BYTES ? refused(problems.unreadable) : file;
  }
  const longest = Math.max(image.naturalWidth, image.naturalHeight);
  if (isOrdinary(file) && file.size <= MAX_BYTES && longest <= MAX_SIDE) return file;
  const content = await drawJpeg(image, Math.min(1, MAX_SIDE / longest));
  if (content === null) return file.size > MAX_BYTES ? refused(problems.notShrunk) : file;
  return new File([content], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}

export async function shrinkPhoto(file: File): Promise<File | PhotoProblem> {
  const url = URL.createObjectURL(file);
  try {
    return await redraw(file, url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

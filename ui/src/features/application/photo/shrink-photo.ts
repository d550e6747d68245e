/**
 * Shrinks a phone's photo to an upright JPEG of 2048 pixels a side or less. Loaded when a photo is chosen. A photo that
 * is small enough is unchanged.
 */
import { application } from '../../../content/membership/application';
import { isOrdinary, MOST_BYTES, type PhotoProblem } from './photo-problem';

const MOST_SIDE = 2048;
const QUALITY = 0.85;
const { problems } = application.photo;

const refused = (message: string): PhotoProblem => ({ message, again: false });

/** Detected by the first bytes: not every system knows the type. */
async function isHeic(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return /^ftyp(?:hei|hev|mif|msf)/.test(String.fromCodePoint(...start.subarray(4)));
}

/** Null if the browser cannot show it. It is decoded when it is drawn, no larger than needed. */
function loaded(url: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => resolve(null));
    image.src = url;
  });
}

/** Browsers draw a photo upright. A canvas of this size is within the limits of phones. */
function drawn(image: HTMLImageElement, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) return Promise.resolve(null);
  // JPEG has no transparency; without this it would be black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

async function redrawn(file: File, url: string): Promise<File | PhotoProblem> {
  const image = await loaded(url);
  if (image === null) {
    if (await isHeic(file)) return refused(problems.heic);
    // The server explains the fault.
    return file.size > MOST_BYTES ? refused(problems.tooLarge) : file;
  }
  const longest = Math.max(image.naturalWidth, image.naturalHeight);
  if (isOrdinary(file) && file.size <= MOST_BYTES && longest <= MOST_SIDE) return file;
  const content = await drawn(image, Math.min(1, MOST_SIDE / longest));
  if (content === null) return file.size > MOST_BYTES ? refused(problems.notShrunk) : file;
  return new File([content], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}

export async function shrunk(file: File): Promise<File | PhotoProblem> {
  const url = URL.createObjectURL(file);
  try {
    return await redrawn(file, url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

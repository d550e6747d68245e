import { findHeadshot, type Headshot } from '../../../api/headshots';
import { application } from '../../../content/membership/application';
import type { PhotoProblem } from './photo-problem';

export type KeptPhoto = {
  /** The `headshot_id`. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number | null;
  /** The source of the preview: the file where this page has it, otherwise the URL. */
  readonly file: File | null;
  readonly url: string | null;
};

/** A photo that is not uploaded yet, and its idempotency key. */
export type PendingPhoto = { readonly file: File; readonly key: string } & PhotoProblem;

export const uploadedPhoto = (file: File, { id, headshot_url: url }: Headshot): KeptPhoto => ({
  id,
  name: file.name,
  bytes: file.size,
  file,
  url,
});

/** A photo uploaded on another device, or before a reload, before it is looked up. */
export const unknownPhoto = (id: string): KeptPhoto => ({
  id,
  name: application.photo.saved,
  bytes: null,
  file: null,
  url: null,
});

/** A photo that cannot be looked up still belongs to the form. */
export async function savedPhoto(id: string): Promise<KeptPhoto> {
  const unknown = unknownPhoto(id);
  try {
    const found = await findHeadshot(id);
    if (found === undefined) return unknown;
    // The server generates its name.
    return { ...unknown, bytes: found.bytes, url: found.headshot_url };
  } catch (cause) {
    console.warn('The saved photo could not be looked up.', cause);
    return unknown;
  }
}

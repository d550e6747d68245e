import { findHeadshot, type Headshot } from '../../../api/headshots';
import { application } from '../../../content/membership/application';
import type { PhotoProblem } from './photo-problem';

export type KeptPhoto = {
  readonly id: string;
  readonly name: string;
  readonly bytes: number | null;
  /** The source of the preview; null if only the server has the photo. Then `url` is shown. */
  readonly file: File | null;
  readonly url: string | null;
};

/** A photo whose upload has not succeeded, with its idempotency key. */
export type PendingPhoto = { readonly file: File; readonly key: string } & PhotoProblem;

export const uploadedPhoto = (file: File, { id, headshot_url: url }: Headshot): KeptPhoto => ({
  id,
  name: file.name,
  bytes: file.size,
  file,
  url,
});

/** A photo from another device or before a reload, until its lookup ends. */
export const unknownPhoto = (id: string): KeptPhoto => ({
  id,
  name: application.photo.saved,
  bytes: null,
  file: null,
  url: null,
});

/** A photo of the server. Its name there is generated, so it is not shown. */
export const storedPhoto = ({ id, bytes, headshot_url: url }: Headshot): KeptPhoto => ({
  ...unknownPhoto(id),
  bytes,
  url,
});

/** The saved photo, without a preview if the lookup fails. */
export async function savedPhoto(id: string): Promise<KeptPhoto> {
  const unknown = unknownPhoto(id);
  try {
    const found = await findHeadshot(id);
    return found === undefined ? unknown : storedPhoto(found);
  } catch (cause) {
    console.warn('The saved photo could not be looked up.', cause);
    return unknown;
  }
}

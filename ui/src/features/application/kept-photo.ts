/** The photo of an application: on the server, or still a file of this page. */
import { findHeadshot, type Headshot } from '../../api/headshots';
import { application } from '../../content/membership/application';
import type { PhotoProblem } from './photo-problem';

/** A photo that is on the server. */
export type KeptPhoto = {
  /** The `headshot_id`. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number | null;
  /** What the picture is shown from: the file where this page has it, else the server's. */
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

/** The same looked up. One that cannot be looked up now still goes with the form. */
export async function savedPhoto(id: string): Promise<KeptPhoto> {
  const unknown = unknownPhoto(id);
  try {
    const found = await findHeadshot(id);
    if (found === undefined) return unknown;
    // Its name on the server is none that anybody chose.
    return { ...unknown, bytes: found.bytes, url: found.headshot_url };
  } catch (cause) {
    console.warn('The saved photo could not be looked up.', cause);
    return unknown;
  }
}

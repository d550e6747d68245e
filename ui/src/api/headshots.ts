import { call } from './transport/client';
import type { Headshot } from './generated/models/Headshot';
import { HeadshotsService } from './generated/services/HeadshotsService';
import { uploadFile, type Upload } from './transport/upload';

export type { Headshot };

/** Refused with 413, 415 `unsupported_image`, 422 `image_too_large` or `image_unreadable`. */
export const uploadHeadshot = (upload: Upload) => uploadFile<Headshot>('/headshots', upload);

export async function findHeadshot(
  id: string,
  signal?: AbortSignal,
): Promise<Headshot | undefined> {
  const { items } = await call(() => HeadshotsService.listHeadshots({}), signal);
  return items.find((headshot) => headshot.id === id);
}

export async function findHeadshotAt(url: string): Promise<Headshot | undefined> {
  const { items } = await call(() => HeadshotsService.listHeadshots({}));
  return items.find((headshot) => headshot.headshot_url === url);
}

/** Refused with 409 `in_use` if an application contains it. */
export const deleteHeadshot = (id: string) => call(() => HeadshotsService.deleteHeadshot({ id }));

/** The photo of an applicant. */
import { call } from './client';
import type { Headshot } from './generated/models/Headshot';
import { HeadshotsService } from './generated/services/HeadshotsService';
import { uploadFile, type Upload } from './upload';

export type { Headshot };

/** Refused with 413, 415 `unsupported_image`, 422 `image_too_large` or `image_unreadable`. */
export const uploadHeadshot = (upload: Upload) => uploadFile<Headshot>('/headshots', upload);

/** Refused with 409 `in_use` where an application holds it. */
export const deleteHeadshot = (id: string) => call(() => HeadshotsService.deleteHeadshot({ id }));

import { isTransient, toProblem } from '../../../api/errors';
import { application } from '../../../content/membership/application';

export const MAX_BYTES = 5 * 1024 * 1024;
/** A smaller file is not worth shrinking: it uploads within 10 s on a slow connection. */
const SMALL_BYTES = 512 * 1024;

const { problems } = application.photo;

/** The same file would be refused again. The message comes from the server and names the limit. */
const FINAL: readonly string[] = ['image_too_large', 'not_applicant'];

/** `again` means that a retry with the same file may succeed. */
export type PhotoProblem = { readonly message: string; readonly again: boolean };

export const isOrdinary = (file: File): boolean =>
  application.photo.ordinary.split(',').includes(file.type);

/** Small enough to be uploaded unchanged. */
export const isSmall = (file: File): boolean => isOrdinary(file) && file.size <= SMALL_BYTES;

/** The applications of the user show as many photos as an account can have. */
export const isFull = (cause: unknown): boolean => toProblem(cause).code === 'in_use';

export function uploadProblem(cause: unknown): PhotoProblem {
  const problem = toProblem(cause);
  if (problem.code === 'intercepted') return { message: problem.message, again: true };
  if (isTransient(problem)) return { message: problems.unreachable, again: true };
  // A proxy in front of the site has a limit of its own.
  if (problem.code === 'http_413') return { message: problems.refusedOnTheWay, again: false };
  if (problem.status === 413) return { message: problems.tooLarge, again: false };
  if (problem.status === 415) return { message: problems.unsupported, again: false };
  if (problem.code === 'image_unreadable') return { message: problems.unreadable, again: false };
  return { message: problem.message, again: !FINAL.includes(problem.code) };
}

/** The messages for refused photos; each says what to do. Pure. */
import { isPassing, toProblem } from '../../api/errors';
import { application } from '../../content/membership/application';

export const MOST_BYTES = 5 * 1024 * 1024;
/** So small that there is nothing to gain: half a megabyte, 10 s on a slow line. */
const SMALL_BYTES = 512 * 1024;

const { problems } = application.photo;

/**
 * The same file is refused again. What the server says is shown: an image may be too large in its sides or in the
 * memory it takes, and applications may hold all the photos a person can have.
 */
const FINAL: readonly string[] = ['image_too_large', 'in_use', 'not_applicant'];

/** `again`: the same file may be accepted on another try. */
export type PhotoProblem = { readonly message: string; readonly again: boolean };

/** Whether the server takes files of this type. */
export const isOrdinary = (file: File): boolean =>
  application.photo.ordinary.split(',').includes(file.type);

/** Whether it goes as it is, without a look at it. */
export const isSmall = (file: File): boolean => isOrdinary(file) && file.size <= SMALL_BYTES;

export function problemOfAnswer(cause: unknown): PhotoProblem {
  const problem = toProblem(cause);
  if (problem.code === 'intercepted') return { message: problem.message, again: true };
  if (isPassing(problem)) return { message: problems.unreachable, again: true };
  if (problem.status === 413) return { message: problems.tooLarge, again: false };
  if (problem.status === 415) return { message: problems.unsupported, again: false };
  if (problem.code === 'image_unreadable') return { message: problems.unreadable, again: false };
  return { message: problem.message, again: !FINAL.includes(problem.code) };
}

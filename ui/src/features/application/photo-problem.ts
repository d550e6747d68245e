/** The messages for refused photos; each says what to do. Pure. */
import { isPassing, toProblem } from '../../api/errors';
import { application } from '../../content/application';

const MOST_BYTES = 5 * 1024 * 1024;

const { problems } = application.photo;

/**
 * The same file is refused again. What the server says is shown: an image may be too large in its sides or in the
 * memory it takes, and applications may hold all the photos a person can have.
 */
const FINAL: readonly string[] = ['image_too_large', 'in_use', 'not_applicant'];

/** `again`: the same file may be accepted on another try. */
export type PhotoProblem = { readonly message: string; readonly again: boolean };

/** Checked before the upload; everything else is checked by the server. */
export const problemOfFile = (file: File): PhotoProblem | null =>
  file.size > MOST_BYTES ? { message: problems.tooLarge, again: false } : null;

export function problemOfAnswer(cause: unknown): PhotoProblem {
  const problem = toProblem(cause);
  if (problem.code === 'intercepted') return { message: problem.message, again: true };
  if (isPassing(problem)) return { message: problems.unreachable, again: true };
  if (problem.status === 413) return { message: problems.tooLarge, again: false };
  if (problem.status === 415) return { message: problems.unsupported, again: false };
  if (problem.code === 'image_unreadable') return { message: problems.unreadable, again: false };
  return { message: problem.message, again: !FINAL.includes(problem.code) };
}

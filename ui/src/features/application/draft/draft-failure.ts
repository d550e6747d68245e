/** Classifies the failure of a save. */
import { fieldsOf, toProblem } from '../../../api/errors';
import { noValues, type DraftValues } from './draft-values';
import type { Outcome } from '../../../lib/save-scheduler';

type Failure = {
  readonly outcome: Outcome;
  /** The values that the server refused. */
  readonly fields: readonly (keyof DraftValues)[];
  /** Another tab or device has submitted the application. */
  readonly submittedElsewhere: boolean;
  /** The user is no longer an applicant. */
  readonly roleLost: boolean;
};

export function classifyFailure(cause: unknown): Failure {
  const problem = toProblem(cause);
  const submittedElsewhere = problem.code === 'application_pending_exists';
  // Pointers match the request: /fields/zip_code, /fields/subjects_taught/2.
  const named = fieldsOf(problem).map(({ field }) => field.replace(/^\/fields/, '').split('/')[1]);
  const fields = named.filter(
    (name): name is keyof DraftValues => name !== undefined && name in noValues,
  );
  const { fault } = problem;
  const waitMs =
    fault.kind === 'limited' && fault.waitSeconds !== null ? fault.waitSeconds * 1000 : 0;
  const roleLost = problem.code === 'not_applicant';
  const outcome: Outcome =
    submittedElsewhere || roleLost ? { is: 'over' } : { is: 'failed', waitMs };
  return { outcome, fields, submittedElsewhere, roleLost };
}

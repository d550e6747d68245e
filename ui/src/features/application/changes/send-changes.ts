/** Sends changed answers. */
import {
  editApplication,
  readApplication,
  type OwnApplication,
  type SubmitApplicationRequest,
} from '../../../api/applications';
import { toProblem, type ApiProblem } from '../../../api/errors';
import { fieldNames, fieldOf } from '../../../content/membership/application-fields';
import { answerText } from '../../../lib/format';

type Result =
  | { readonly is: 'sent'; readonly application: OwnApplication }
  /** The application has another version, request or status by now. */
  | { readonly is: 'outdated'; readonly application: OwnApplication }
  /** The application was withdrawn. */
  | { readonly is: 'gone' }
  | { readonly is: 'failed'; readonly problem: ApiProblem };

const OUTDATED: readonly string[] = ['not_editable', 'version_conflict'];

/** The server removes invisible characters. */
const visible = (text = '') =>
  text.replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '');

const hasAnswers = (application: OwnApplication, request: SubmitApplicationRequest): boolean =>
  fieldNames.every((name) => {
    const { kind } = fieldOf(name);
    return (
      visible(answerText(application[name], kind)) === visible(answerText(request[name], kind))
    );
  });

export async function sendChanges(
  edited: OwnApplication,
  request: SubmitApplicationRequest,
): Promise<Result> {
  const { id, version = 1 } = edited;
  try {
    return { is: 'sent', application: await editApplication(id, version, request) };
  } catch (cause) {
    const problem = toProblem(cause);
    if (problem.status === 404) return { is: 'gone' };
    if (!OUTDATED.includes(problem.code)) return { is: 'failed', problem };
  }
  try {
    const application = await readApplication(id);
    // An earlier attempt succeeded, and only its response was lost.
    const isSent = application.version === version + 1 && hasAnswers(application, request);
    return { is: isSent ? 'sent' : 'outdated', application };
  } catch (cause) {
    const problem = toProblem(cause);
    return problem.status === 404 ? { is: 'gone' } : { is: 'failed', problem };
  }
}

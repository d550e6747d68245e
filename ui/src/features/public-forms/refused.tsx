import { fieldsOf, toProblem } from '../../api/errors';
import { RetryAlert } from '../../components/feedback/alert';
import { retry } from '../../content/site/problems';
import type { Outcome } from './use-sent-form';

/** Errors at the fields of the form, or an alert. `names` has the names of the fields by their JSON pointers. */
export function refused(
  cause: unknown,
  form: HTMLFormElement,
  names: Readonly<Record<string, string>>,
): Outcome {
  const problem = toProblem(cause);
  const faults = fieldsOf(problem).flatMap(({ field, detail }) => {
    const name = names[field];
    return name === undefined ? [] : [[name, detail] as const];
  });
  const sendAgain = () => {
    // The alert disappears with its button.
    const button = form.querySelector<HTMLButtonElement>('[type=submit]');
    button?.focus();
    button?.click();
  };
  return {
    isSent: false,
    faults: Object.fromEntries(faults),
    notice: faults.length === 0 && (
      <RetryAlert retry={retry} onRetry={sendAgain}>
        {problem.message}
      </RetryAlert>
    ),
  };
}

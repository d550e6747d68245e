import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldsOf, messageOf, toProblem } from '../../api/errors';

/**
 * Shows field errors at their fields, and focuses the first one in the order of `fields`. Returns the message for the alert,
 * which is `limited` for a throttled request. A weak password has no field error.
 */
export function showProblem<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  fields: readonly Path<Form>[],
  cause: unknown,
  limited: (wait: string) => string,
): { message: string; code: string; atField: boolean } {
  const problem = toProblem(cause);
  const details = new Map(fieldsOf(problem).map(({ field, detail }) => [field, detail]));
  const refused = fields.filter((name) => details.has(`/${name}`));
  for (const [index, name] of refused.entries()) {
    const message = details.get(`/${name}`);
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return {
    message: messageOf(problem, limited),
    code: problem.code,
    atField: refused.length > 0,
  };
}

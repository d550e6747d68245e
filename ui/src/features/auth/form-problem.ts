/** Shows a problem in its form: field errors at the fields, the rest in the alert. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldsOf, messageOf, toProblem } from '../../api/errors';

/**
 * Returns the message for the alert, which is `limited` for a throttled request, and whether a field was refused. The first one
 * in the order of `fields` gets the focus. Pointers are flat: `/email` is the field email. A weak password has no field error,
 * so its message is in the alert.
 */
export function showProblem<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  fields: readonly Path<Form>[],
  cause: unknown,
  limited: (wait: string) => string,
): { message: string; code: string; atField: boolean } {
  const problem = toProblem(cause);
  const told = new Map(fieldsOf(problem).map(({ field, detail }) => [field, detail]));
  const refused = fields.filter((name) => told.has(`/${name}`));
  for (const [index, name] of refused.entries()) {
    const message = told.get(`/${name}`);
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return {
    message: messageOf(problem, limited),
    code: problem.code,
    atField: refused.length > 0,
  };
}

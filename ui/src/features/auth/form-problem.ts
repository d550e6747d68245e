/** Shows a refused call in its form: field errors at the fields, the rest in the alert. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldsOf, messageOf, toProblem } from '../../api/errors';

/**
 * Answers the sentence for the alert, which is `limited` where the server asks to wait. Pointers are flat here: `/email` is the field email. What is said of a weak
 * password is one sentence about the whole answer: it stands in the alert alone.
 */
export function showProblem<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  fields: readonly Path<Form>[],
  cause: unknown,
  limited: (wait: string) => string,
): { message: string; code: string } {
  const problem = toProblem(cause);
  for (const { field, detail } of fieldsOf(problem)) {
    const name = fields.find((known) => `/${known}` === field);
    if (name !== undefined) form.setError(name, { type: 'server', message: detail });
  }
  return { message: messageOf(problem, limited), code: problem.code };
}

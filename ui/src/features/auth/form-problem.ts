// Brings a refused call back into its form: each field's own words to the field, the rest into the alert.
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { toProblem } from '../../api/errors';

/** Answers the sentence for the alert. Pointers are flat here: `/email` is the field email. */
export function showProblem<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  fields: readonly Path<Form>[],
  cause: unknown,
): { message: string; code: string } {
  const problem = toProblem(cause);
  for (const { field, detail } of problem.errors) {
    const name = fields.find((known) => `/${known}` === field);
    if (name !== undefined) form.setError(name, { type: 'server', message: detail });
  }
  return { message: problem.message, code: problem.code };
}

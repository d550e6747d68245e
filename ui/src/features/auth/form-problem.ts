/** Shows a refused call in its form: field errors at the fields, the rest in the alert. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldsOf, messageOf, toProblem } from '../../api/errors';

/**
 * Returns the sentence for the alert, which is `limited` where the server asks to wait, and whether a field was refused: the
 * first of these in the order of `fields` has the focus then. Pointers are flat here: `/email` is the field email. What is
 * said of a weak password is one sentence about the whole answer: it stands in the alert alone.
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

import { useState } from 'react';
import type { FieldValues, Path, UseFormProps, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { fieldsOf, messageOf, toProblem } from '../../api/errors';
import { useCheckedForm } from '../../components/forms/form';

type Failure = {
  /** For the alert, even if fields show their own errors. */
  readonly message: string;
  readonly code: string;
  readonly atField: boolean;
};

type Options<Values extends FieldValues> = Omit<UseFormProps<Values>, 'resolver'> & {
  /** These show the errors that the server found in them, and the first one gets the focus. */
  fields?: readonly Path<Values>[];
  /** The message for a throttled request. */
  limited(wait: string): string;
  /** The error at `current_password` if it is refused, in place of an alert. */
  wrongPassword?: string;
};

/** A form that owns why its request has failed. A weak password is no error at its field. */
export function useRequestForm<Values extends FieldValues>(
  schema: z.core.$ZodType<Values, Values>,
  { fields = [], limited, wrongPassword, ...options }: Options<Values>,
) {
  const checked = useCheckedForm(schema, options);
  const { form } = checked;
  const [failure, setFailure] = useState<Failure | null>(null);

  /** Whether fields show the errors. */
  const showAtFields = (details: ReadonlyMap<string, string>): boolean => {
    const refused = fields.filter((name) => details.has(`/${name}`));
    for (const [index, name] of refused.entries()) {
      const error = { type: 'server', message: details.get(`/${name}`) };
      form.setError(name, error, { shouldFocus: index === 0 });
    }
    return refused.length > 0;
  };

  return {
    ...checked,
    failure,
    setFailure,
    /** Sends valid input. `sent` is what the fields contain then. `onFailure` is called with what the alert shows. */
    onSubmit: (
      send: (answers: Values, sent: Values) => Promise<void>,
      onFailure?: (failure: Failure) => void,
    ) =>
      checked.onSubmit(async (answers) => {
        setFailure(null);
        try {
          await send(answers, form.getValues());
        } catch (cause) {
          const problem = toProblem(cause);
          const { code } = problem;
          if (wrongPassword !== undefined && code === 'invalid_credentials') {
            showAtFields(new Map([['/current_password', wrongPassword]]));
            return;
          }
          const atField = showAtFields(
            new Map(fieldsOf(problem).map(({ field, detail }) => [field, detail])),
          );
          const failed = { message: messageOf(problem, limited), code, atField };
          setFailure(failed);
          onFailure?.(failed);
        }
      }),
  };
}

/** Resets a form after a successful request to `next`, and keeps the input that was typed since it was `sent`. */
export function resetUntouched<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sent: Values,
  next: Values,
): void {
  const now = form.getValues();
  // Overrides the `resetOptions` of the form.
  form.reset(next, { keepDirtyValues: false, keepFieldsRef: true });
  for (const name of Object.keys(now) as Path<Values>[]) {
    if (now[name] !== sent[name]) form.setValue(name, now[name], { shouldDirty: true });
  }
}

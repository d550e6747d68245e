/** A form that the site checks itself, and the hook that checks and sends it. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { ComponentProps, SyntheticEvent } from 'react';
import {
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
  type UseFormProps,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { cleanInput } from '../../lib/clean-text';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';

/** Of method "post": sent before the script has arrived, it puts nothing typed into an address. */
export function Form(props: ComponentProps<'form'>) {
  return (
    <form method="post" onInputCapture={cleanInput} noValidate className="space-y-5" {...props} />
  );
}

/** Text that is not blank, without the blanks around it. */
export const requiredText = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing));

export const requiredPassword = (missing: string) => z.string().check(z.minLength(1, missing));

/**
 * Checks the answers by `schema`. A field at fault shows its error, and the first one has the focus. While one submission is
 * in progress, another does nothing.
 */
export function useCheckedForm<Values extends FieldValues>(
  schema: z.core.$ZodType<Values, Values>,
  options: Omit<UseFormProps<Values>, 'resolver'>,
) {
  const form = useForm<Values>({ ...options, resolver: zodResolver(schema) });
  const { busy, run } = useSingleFlight();
  return {
    form,
    busy,
    /** The props of the field with this name. */
    field: (name: Path<Values>, rules?: RegisterOptions<Values>) => ({
      ...form.register(name, rules),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    /** Calls `send` with the answers once they are right. */
    onSubmit: (send: (answers: Values) => Promise<void>) => (event: SyntheticEvent) => {
      event.preventDefault();
      void run(() => form.handleSubmit(send)(event));
    },
  };
}

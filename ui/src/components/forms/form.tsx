/** A form without browser validation, and the hook that validates and submits it. */
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
import { useSingleFlight } from '../../lib/hooks/use-single-flight';

/** The method is "post", so that a submission before the script has loaded puts no input into the URL. */
export function Form(props: ComponentProps<'form'>) {
  return <form method="post" noValidate className="space-y-5" {...props} />;
}

/** Text that is not blank, trimmed. */
export const requiredText = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing));

export const requiredPassword = (missing: string) => z.string().check(z.minLength(1, missing));

/**
 * Validates the input with `schema`. Each invalid field shows its error, and the first one gets the focus. A second submission
 * while one is in progress does nothing.
 */
export function useCheckedForm<Values extends FieldValues>(
  schema: z.core.$ZodType<Values, Values>,
  options: Omit<UseFormProps<Values>, 'resolver'>,
) {
  const form = useForm<Values>({ ...options, resolver: zodResolver(schema) });
  const { busy, run, keepBusy } = useSingleFlight();
  return {
    form,
    busy,
    keepBusy,
    field: (name: Path<Values>, rules?: RegisterOptions<Values>) => ({
      ...form.register(name, rules),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    /** Calls `send` with valid input. */
    onSubmit: (send: (answers: Values) => Promise<void>) => (event: SyntheticEvent) => {
      event.preventDefault();
      void run(() => form.handleSubmit(send)(event));
    },
  };
}

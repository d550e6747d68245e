/** Resets a form after a successful request, and keeps the input that was typed during it. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** `sent` contains the values of all fields at the start of the request, `next` the new defaults. */
export function resetUntouched<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  sent: Form,
  next: Form,
): void {
  const now = form.getValues();
  // Overrides the `resetOptions` of the form.
  form.reset(next, { keepDirtyValues: false, keepFieldsRef: true });
  for (const name of Object.keys(now) as Path<Form>[]) {
    if (now[name] !== sent[name]) form.setValue(name, now[name], { shouldDirty: true });
  }
}

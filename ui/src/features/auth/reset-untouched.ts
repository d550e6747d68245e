/** Resets a form after its success, and keeps what was typed while the answer was awaited. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** `sent` are the values of all fields when the call began, `next` the defaults from now on. */
export function resetUntouched<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  sent: Form,
  next: Form,
): void {
  const now = form.getValues();
  // The form's own `resetOptions` would hold here too.
  form.reset(next, { keepDirtyValues: false, keepFieldsRef: true });
  for (const name of Object.keys(now) as Path<Form>[]) {
    if (now[name] !== sent[name]) form.setValue(name, now[name], { shouldDirty: true });
  }
}

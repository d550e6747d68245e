/** Text typed while a message is being sent belongs to the next message. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

const contentOf = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value;

/** The returned function clears the fields that have not changed since this call. */
export function clearSent(form: HTMLFormElement): () => void {
  const sent = [...form.elements]
    .filter(isField)
    .map((field) => [field, contentOf(field)] as const);
  return () => {
    const typedSince = sent.flatMap(([field, before]) => {
      const now = contentOf(field);
      return now === before ? [] : [[field, now] as const];
    });
    form.reset();
    for (const [field, now] of typedSince) {
      if (typeof now === 'string') field.value = now;
      else if (field instanceof HTMLInputElement) field.checked = now;
    }
  };
}

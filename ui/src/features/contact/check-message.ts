/** Validates the contact form with the browser's constraints and the site's messages. */
import { contactForm } from '../../content/marketing/contact';

export type FieldName = Exclude<keyof typeof contactForm.fields, 'isTeacher' | 'phone'>;
export type Faults = Partial<Record<FieldName, string>>;

export const checkedFields = [
  'fullName',
  'email',
  'subject',
  'message',
] as const satisfies readonly FieldName[];

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function controlOf(form: HTMLFormElement, name: FieldName): Control {
  return form.elements.namedItem(name) as Control;
}

function faultOf(form: HTMLFormElement, name: FieldName): string | undefined {
  const { value, validity } = controlOf(form, name);
  if (value.trim() === '') return contactForm.faults[name];
  if (name === 'email' && validity.typeMismatch) return contactForm.faults.emailFormat;
  return undefined;
}

export function faultsOf(
  form: HTMLFormElement,
  names: readonly FieldName[] = checkedFields,
): Faults {
  const found = names.map((name) => [name, faultOf(form, name)] as const);
  return Object.fromEntries(found.filter(([, fault]) => fault !== undefined));
}

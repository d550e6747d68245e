/** Sends the contact form with the feature `contact`. Loaded when the form is used. */
import { fieldsOf, toProblem } from '../../api/errors';
import {
  type ContactMessageRequest,
  type ContactSubject,
  sendContactMessage,
} from '../../api/contact';
import { Alert, RetryAlert } from '../../components/feedback/alert';
import { contactForm, departments } from '../../content/marketing/contact';
import type { Outcome } from './contact-form';

/** The last message that may not have arrived. If its text is unchanged, it is sent again under the same key. */
let unsent: { readonly text: string; key: string; body: ContactMessageRequest } | undefined;

const pointers = {
  '/full_name': 'fullName',
  '/email': 'email',
  '/phone': 'phone',
  '/subject': 'subject',
  '/message': 'message',
} as const;

const isPointer = (field: string): field is keyof typeof pointers => field in pointers;

export async function sendMessage(
  form: HTMLFormElement,
  sent: FormData,
  openMs: number,
): Promise<Outcome> {
  const valueOf = (name: string) => {
    const value = sent.get(name);
    return typeof value === 'string' ? value : '';
  };
  const text = JSON.stringify([...sent]);
  if (unsent?.text !== text) {
    const body = {
      full_name: valueOf('fullName'),
      email: valueOf('email'),
      phone: valueOf('phone'),
      // The form has only these options.
      subject: valueOf('subject') as ContactSubject,
      message: valueOf('message'),
      is_teacher: sent.has('isTeacher'),
      reference: valueOf('reference'),
      open_ms: openMs,
    };
    unsent = { text, key: crypto.randomUUID(), body };
  }
  try {
    const { department } = await sendContactMessage(unsent.key, unsent.body);
    unsent = undefined;
    const name = departments.list.find(({ id }) => id === department)?.name ?? '';
    return {
      isSent: true,
      faults: {},
      notice: <Alert variant="success">{contactForm.sentTo(name)}</Alert>,
    };
  } catch (cause) {
    const problem = toProblem(cause);
    const faults = fieldsOf(problem).flatMap(({ field, detail }) =>
      isPointer(field) ? [[pointers[field], detail]] : [],
    );
    const retry = () => {
      // The alert disappears with its button.
      const button = form.querySelector<HTMLButtonElement>('[type=submit]');
      button?.focus();
      button?.click();
    };
    const isTransient = faults.length === 0;
    return {
      isSent: false,
      faults: Object.fromEntries(faults) as Outcome['faults'],
      notice: isTransient && (
        <RetryAlert retry={contactForm.retry} onRetry={retry}>
          {problem.message}
        </RetryAlert>
      ),
    };
  }
}

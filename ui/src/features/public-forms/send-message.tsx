/** Sends the contact form with the feature `contact`. Loaded when the form is used. */
import {
  type ContactMessageRequest,
  type ContactSubject,
  sendContactMessage,
} from '../../api/contact';
import { Alert } from '../../components/feedback/alert';
import { contactForm, departments } from '../../content/marketing/contact';
import { refused } from './refused';
import { type Outcome, textOf } from './use-sent-form';

/** The last message that may not have arrived. If its text is unchanged, it is sent again under the same key. */
let unsent: { readonly text: string; key: string; body: ContactMessageRequest } | undefined;

const names = {
  '/full_name': 'fullName',
  '/email': 'email',
  '/phone': 'phone',
  '/subject': 'subject',
  '/message': 'message',
};

export async function sendMessage(
  form: HTMLFormElement,
  data: FormData,
  openMs: number,
): Promise<Outcome> {
  const text = JSON.stringify([...data]);
  if (unsent?.text !== text) {
    const body = {
      full_name: textOf(data, 'fullName'),
      email: textOf(data, 'email'),
      phone: textOf(data, 'phone'),
      // The form has only these options.
      subject: textOf(data, 'subject') as ContactSubject,
      message: textOf(data, 'message'),
      is_teacher: data.has('isTeacher'),
      reference: textOf(data, 'reference'),
      open_ms: openMs,
    };
    unsent = { text, key: crypto.randomUUID(), body };
  }
  try {
    const { department } = await sendContactMessage(unsent.key, unsent.body);
    unsent = undefined;
    const name = departments.list.find(({ id }) => id === department)?.name ?? '';
    const notice = <Alert variant="success">{contactForm.sentTo(name)}</Alert>;
    return { isSent: true, faults: {}, notice };
  } catch (cause) {
    return refused(cause, form, names);
  }
}

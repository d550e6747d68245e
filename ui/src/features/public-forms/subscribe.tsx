/** What happens when the form is sent. The form loads it then, so that pages with a form load less. */
import { requestSubscription } from '../../api/newsletter';
import { Alert } from '../../components/feedback/alert';
import { newsletterLinks } from '../../content/marketing/newsletter-links';
import { refused } from './refused';
import { type Outcome, textOf } from './use-sent-form';

/** `nameField` is the name of the field for the first name. */
export async function subscribe(
  target: HTMLFormElement,
  data: FormData,
  form: 'home' | 'blog',
  nameField: string,
): Promise<Outcome> {
  try {
    await requestSubscription({
      email: textOf(data, 'email'),
      first_name: textOf(data, nameField),
      is_educator: data.has('isEducator'),
      form,
    });
    const notice = <Alert variant="success">{newsletterLinks.sent}</Alert>;
    return { isSent: true, faults: {}, notice };
  } catch (cause) {
    const outcome = refused(cause, target, { '/email': 'email', '/first_name': nameField });
    const field = target.elements.namedItem(Object.keys(outcome.faults)[0] ?? '');
    if (field instanceof HTMLElement) field.focus();
    return outcome;
  }
}

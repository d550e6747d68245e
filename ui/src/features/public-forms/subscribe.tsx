/** What happens when the form is sent. The form loads it then, so that pages with a form load less. */
import type { ReactNode } from 'react';
import { fieldsOf, messageOf, toProblem } from '../../api/errors';
import { requestSubscription } from '../../api/newsletter';
import { ActOutcome, RetryAlert } from '../../components/feedback/alert';
import { newsletterLinks as words } from '../../content/marketing/newsletter-links';

export interface Sent {
  isDone: boolean;
  /** What the server refuses, by the name of the field. */
  faults: ReadonlyMap<string, string>;
  note: ReactNode;
}

const noFaults: Sent['faults'] = new Map();

/** Never rejects. `nameField` is the name of the field for the first name. */
export async function subscribe(
  form: HTMLFormElement,
  kind: 'home' | 'blog',
  nameField: string,
): Promise<Sent> {
  const data = new FormData(form);
  const textOf = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  try {
    await requestSubscription({
      email: textOf('email'),
      first_name: textOf(nameField),
      is_educator: data.has('isEducator'),
      form: kind,
    });
    const note = <ActOutcome outcome={{ is: 'done', message: words.sent }} />;
    return { isDone: true, faults: noFaults, note };
  } catch (cause) {
    const problem = toProblem(cause);
    const names = new Map([
      ['/email', 'email'],
      ['/first_name', nameField],
    ]);
    const faults = fieldsOf(problem).flatMap(({ field, detail }) => {
      const name = names.get(field);
      return name === undefined ? [] : [[name, detail] as const];
    });
    if (faults.length > 0) return { isDone: false, faults: new Map(faults), note: null };
    const note = (
      <RetryAlert retry={words.retry} onRetry={() => form.requestSubmit()}>
        {messageOf(problem, words.limited)}
      </RetryAlert>
    );
    return { isDone: false, faults: noFaults, note };
  }
}

/**
 * The newsletter form of the home page. The browser itself asks for what is missing. A submission is logged and
 * the form cleared; nothing is sent, so nothing is promised either.
 */
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../components/button';
import { CheckboxField, TextField } from '../../components/fields';
import { home } from '../../content/home';
import { newsletter } from '../../content/newsletter';
import { keepLocally } from './keep-locally';

const words = home.newsletter;

export function HomeNewsletter({ labelledBy }: { labelledBy: string }) {
  const [submissions, setSubmissions] = useState(0);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    keepLocally({
      name: data.get('name'),
      email: data.get('email'),
      isEducator: data.has('isEducator'),
    });
    form.reset();
    setSubmissions(submissions + 1);
  };

  return (
    // Without a dialog around it, the method 'dialog' does nothing: where the script has not arrived, no name
    // and no address travel in a query string.
    <form method="dialog" aria-labelledby={labelledBy} onSubmit={submit} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="name" label={words.name} autoComplete="name" required />
        <TextField name="email" type="email" label={words.email} autoComplete="email" required />
      </div>
      <CheckboxField name="isEducator" label={words.isEducator} />
      <Button type="submit" size="large" className="justify-self-start">
        {words.submit}
      </Button>
      <p role="status" className="sr-only">
        {/* A new element each time, so that the same sentence is read out again. */}
        {submissions > 0 && <span key={submissions}>{newsletter.cleared}</span>}
      </p>
    </form>
  );
}

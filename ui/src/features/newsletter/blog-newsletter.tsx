/**
 * The sign-up of the blog. It only writes what was entered to the console and clears: nothing is sent. The
 * browser's own validation asks for an e-mail address.
 */
import type { SubmitEvent } from 'react';
import { Button } from '../../components/button';
import { TextField } from '../../components/fields';
import { blog } from '../../content/blog';

function keep(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault();
  const form = event.currentTarget;
  console.info('Newsletter sign-up', Object.fromEntries(new FormData(form)));
  form.reset();
}

export function BlogNewsletter() {
  const words = blog.newsletter;
  return (
    // Method dialog: a press before the script has arrived sends nothing either, where get would put the
    // address into the page's URL.
    <form method="dialog" onSubmit={keep} className="grid gap-5">
      <TextField label={words.email} name="email" type="email" autoComplete="email" required />
      <TextField label={words.firstName} name="firstName" autoComplete="given-name" />
      <Button type="submit" className="justify-self-start">
        {words.submit}
      </Button>
    </form>
  );
}

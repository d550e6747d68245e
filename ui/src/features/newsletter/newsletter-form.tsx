/** The browser validates the fields. A submission is only logged in this browser. Nothing is sent. */
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { MailText } from '../../components/text/mail-text';
import { StatusNote } from '../../components/feedback/status-note';
import { newsletter } from '../../content/marketing/newsletter';

export function NewsletterForm(props: {
  children: ReactNode;
  /** The id of the heading that names the form. */
  labelledBy?: string;
  /** The logged object, by default the fields. */
  subscriptionOf?: (data: FormData) => Record<string, unknown>;
}) {
  const { children, labelledBy, subscriptionOf = Object.fromEntries } = props;
  const [submissions, setSubmissions] = useState(0);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    console.info('Newsletter sign-up', subscriptionOf(new FormData(form)));
    form.reset();
    setSubmissions((count) => count + 1);
  };

  return (
    // The method "dialog" does nothing outside a dialog, so without JavaScript no text is sent in a URL.
    <form
      method="dialog"
      aria-labelledby={labelledBy}
      data-print="hide"
      onSubmit={submit}
      className="grid gap-5"
    >
      <noscript>
        <p>
          <MailText>{newsletter.withoutScript}</MailText>
        </p>
      </noscript>
      {children}
      <StatusNote>{newsletter.notConnected}</StatusNote>
      <p aria-live="polite" className="sr-only">
        {/* Each submission renders a new element, so that the message is announced again. */}
        {submissions > 0 && <span key={submissions}>{newsletter.cleared}</span>}
      </p>
    </form>
  );
}

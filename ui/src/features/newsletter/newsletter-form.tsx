/**
 * What both newsletter forms do. The browser itself asks for what is missing. A submission is logged in this
 * browser and the form cleared; nothing is sent, so nothing is promised either.
 */
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { MailText } from '../../components/mail-text';
import { StandingLine } from '../../components/standing-line';
import { newsletter } from '../../content/marketing/newsletter';

export interface NewsletterFormProps {
  /** The fields and the button. */
  children: ReactNode;
  /** The id of the heading that names the form. */
  labelledBy?: string;
  /** What is logged; the fields as they are, unless told otherwise. */
  subscriptionOf?: (data: FormData) => Record<string, unknown>;
}

export function NewsletterForm({
  children,
  labelledBy,
  subscriptionOf = Object.fromEntries,
}: NewsletterFormProps) {
  const [submissions, setSubmissions] = useState(0);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    console.info('Newsletter sign-up', subscriptionOf(new FormData(form)));
    form.reset();
    setSubmissions((count) => count + 1);
  };

  return (
    // Without a dialog around it, the method 'dialog' does nothing: a press before the script has arrived puts
    // no name and no address into the page's URL.
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
      <StandingLine>{newsletter.notConnected}</StandingLine>
      <p aria-live="polite" className="sr-only">
        {/* A new element each time, so that the same sentence is read out again. */}
        {submissions > 0 && <span key={submissions}>{newsletter.cleared}</span>}
      </p>
    </form>
  );
}

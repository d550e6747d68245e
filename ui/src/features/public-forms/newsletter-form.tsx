/**
 * The browser validates the fields. Without the feature, a submission is only logged in this browser, and nothing is
 * sent. With it, a confirmation mail is requested.
 */
import { type ReactNode, type SubmitEvent, type SyntheticEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { StatusNote } from '../../components/feedback/status-note';
import { MailText, textLinkClasses } from '../../components/text/mail-text';
import { newsletter } from '../../content/marketing/newsletter';
import { paths } from '../../content/site/pages';
import { hasFeature, Switch } from '../../lib/browser/site';
import { useSentForm } from './use-sent-form';

export function NewsletterForm(props: {
  form: 'home' | 'blog';
  /** The name of the field for the name. */
  nameField: string;
  /** `errorOf` is what the server says about the field of this name. */
  children: (state: { busy: boolean; errorOf: (name: string) => string | undefined }) => ReactNode;
  /** The id of the heading that names the form. */
  labelledBy?: string;
  /** The logged object, by default the fields. */
  subscriptionOf?: (data: FormData) => Record<string, unknown>;
}) {
  const { form, nameField, children, labelledBy, subscriptionOf = Object.fromEntries } = props;
  const [submissions, setSubmissions] = useState(0);
  const { busy, outcome, send, forget } = useSentForm();

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    if (hasFeature('newsletter')) {
      void send(currentTarget, async (data) => {
        const { subscribe } = await import('./subscribe');
        return subscribe(currentTarget, data, form, nameField);
      });
      return;
    }
    console.info('Newsletter sign-up', subscriptionOf(new FormData(currentTarget)));
    currentTarget.reset();
    setSubmissions((count) => count + 1);
  };

  return (
    // The method "dialog" does nothing outside a dialog, so without JavaScript no text is sent in a URL.
    <form
      method="dialog"
      aria-labelledby={labelledBy}
      data-print="hide"
      onSubmit={submit}
      onInput={({ target }: SyntheticEvent) => forget((target as HTMLInputElement).name)}
      className="grid gap-5"
    >
      <noscript>
        <p>
          <MailText>{newsletter.withoutScript}</MailText>
        </p>
      </noscript>
      {children({ busy, errorOf: (name) => outcome.faults[name] })}
      <Switch
        feature="newsletter"
        on={
          <p className="text-[0.95rem] text-muted">
            <span>{newsletter.consent}</span>{' '}
            <Link to={paths.privacy} className={textLinkClasses}>
              {newsletter.privacy}
            </Link>
          </p>
        }
        off={<StatusNote>{newsletter.notConnected}</StatusNote>}
      />
      <Switch
        feature="newsletter"
        on={outcome.notice}
        off={
          <p aria-live="polite" className="sr-only">
            {/* Each submission renders a new element, so that the message is announced again. */}
            {submissions > 0 && <span key={submissions}>{newsletter.cleared}</span>}
          </p>
        }
      />
    </form>
  );
}

/**
 * The browser validates the fields. Without the feature, a submission is only logged in this browser, and nothing is
 * sent. With it, a confirmation mail is requested.
 */
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { StatusNote } from '../../components/feedback/status-note';
import { MailText, textLinkClasses } from '../../components/text/mail-text';
import { newsletter } from '../../content/marketing/newsletter';
import { paths } from '../../content/site/pages';
import { hasFeature, Switch } from '../../lib/browser/site';
import type { Sent } from './subscribe';

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
  const { form: kind, nameField, labelledBy, subscriptionOf = Object.fromEntries } = props;
  const [submissions, setSubmissions] = useState(0);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const isSending = useRef(false);

  const send = async (form: HTMLFormElement) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setSent(null);
    try {
      const { subscribe } = await import('./subscribe');
      const result = await subscribe(form, kind, nameField);
      setSent(result);
      if (result.isDone) form.reset();
      const [first] = result.faults.keys();
      const field = form.elements.namedItem(first ?? '');
      if (field instanceof HTMLElement) field.focus();
    } catch {
      setSent({
        isDone: false,
        faults: new Map(),
        note: <p role="alert">{newsletter.notLoaded}</p>,
      });
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    if (hasFeature('newsletter')) {
      void send(currentTarget);
      return;
    }
    console.info('Newsletter sign-up', subscriptionOf(new FormData(currentTarget)));
    currentTarget.reset();
    setSubmissions((count) => count + 1);
  };

  const children = props.children({ busy, errorOf: (name) => sent?.faults.get(name) });

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
      <Switch
        feature="newsletter"
        on={
          <div>
            <p className="text-[0.95rem] text-muted">
              <span>{newsletter.consent}</span>{' '}
              <Link to={paths.privacy} className={textLinkClasses}>
                {newsletter.privacy}
              </Link>
            </p>
            <div aria-live="polite">{sent?.isDone === true && sent.note}</div>
            <div>{sent?.isDone === false && sent.note}</div>
          </div>
        }
        off={
          <>
            <StatusNote>{newsletter.notConnected}</StatusNote>
            <p aria-live="polite" className="sr-only">
              {/* Each submission renders a new element, so that the message is announced again. */}
              {submissions > 0 && <span key={submissions}>{newsletter.cleared}</span>}
            </p>
          </>
        }
      />
    </form>
  );
}

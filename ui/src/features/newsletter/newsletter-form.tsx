/**
 * The browser validates the fields. Without the feature, a submission is only logged in this browser, and nothing is
 * sent. With it, a confirmation mail is requested.
 */
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { fieldsOf, messageOf, toProblem } from '../../api/errors';
import { ActOutcome, RetryAlert } from '../../components/feedback/alert';
import { StatusNote } from '../../components/feedback/status-note';
import { MailText, textLinkClasses } from '../../components/text/mail-text';
import { newsletter } from '../../content/marketing/newsletter';
import { paths } from '../../content/site/pages';
import { hasFeature, Switch } from '../../lib/browser/site';
import { useAct } from '../../lib/hooks/use-single-flight';

type Outcome =
  | { is: 'done'; message: string }
  | { is: 'failed'; message: string }
  | { is: 'invalid'; at: ReadonlyMap<string, string> };

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

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
  const { form, nameField, labelledBy, subscriptionOf = Object.fromEntries } = props;
  const [submissions, setSubmissions] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const { busy, outcome, act } = useAct<Outcome>((cause) => {
    const problem = toProblem(cause);
    const names = new Map([
      ['/email', 'email'],
      ['/first_name', nameField],
    ]);
    const at = fieldsOf(problem).flatMap(({ field, detail }) => {
      const name = names.get(field);
      return name === undefined ? [] : [[name, detail] as const];
    });
    if (at.length === 0) return { is: 'failed', message: messageOf(problem, newsletter.limited) };
    const first = element.current?.elements.namedItem(at[0]?.[0] ?? '');
    if (first instanceof HTMLElement) first.focus();
    return { is: 'invalid', at: new Map(at) };
  });

  const send = (sent: HTMLFormElement) =>
    act(async () => {
      const data = new FormData(sent);
      const { requestSubscription } = await import('../../api/newsletter');
      await requestSubscription({
        email: textOf(data, 'email'),
        first_name: textOf(data, nameField),
        is_educator: data.has('isEducator'),
        form,
      });
      sent.reset();
      return { is: 'done', message: newsletter.sent };
    });

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

  const errorOf = (name: string) => (outcome?.is === 'invalid' ? outcome.at.get(name) : undefined);
  const children = props.children({ busy, errorOf });

  return (
    // The method "dialog" does nothing outside a dialog, so without JavaScript no text is sent in a URL.
    <form
      ref={element}
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
            <ActOutcome outcome={outcome?.is === 'done' ? outcome : null} />
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
      {outcome?.is === 'failed' && (
        <RetryAlert retry={newsletter.retry} onRetry={() => element.current?.requestSubmit()}>
          {outcome.message}
        </RetryAlert>
      )}
    </form>
  );
}

/** The fields are uncontrolled, so that text typed before the script has loaded is kept. */
import { type SubmitEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/controls/button';
import { ErrorSummary } from '../../components/forms/error-summary';
import {
  CheckboxField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../components/forms/fields';
import { MailText, textLinkClasses } from '../../components/text/mail-text';
import { StatusNote } from '../../components/feedback/status-note';
import { showToast } from '../../components/feedback/toast-store';
import { contactForm } from '../../content/marketing/contact';
import { mailboxes } from '../../content/site/organisation';
import { hasFeature, Switch } from '../../lib/browser/site';
import { useHydrated } from '../../lib/hooks/use-hydrated';
import { mailLink } from '../../lib/mail-link';
import { clear, textOf, useSentForm } from './use-sent-form';

const { fields } = contactForm;

/** Without the feature `contact`, nothing is sent: the form waits one second and shows a message (docs/product.md, 2.6). */
const SENDING_MS = 1000;

const loadSending = () => import('./send-message');
const preload = () => {
  // A failure is shown when the form is sent.
  if (hasFeature('contact')) void loadSending().catch(() => undefined);
};

export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState(0);
  const [unsent, setUnsent] = useState<MailDraft>();
  /** What happens when the message that is being sent has arrived. */
  const [arrive, setArrive] = useState<() => void>();
  const { busy, outcome, send, forget } = useSentForm();
  // A prerendered form was open before its script ran.
  const hydrated = useHydrated();
  const [openedAt] = useState(() => (hydrated ? performance.now() : 0));
  useEffect(() => {
    if (arrive === undefined) return;
    const timer = setTimeout(() => {
      setArrive(undefined);
      arrive();
    }, SENDING_MS);
    return () => clearTimeout(timer);
  }, [arrive]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Enter in a field submits as well.
    if (arrive || busy) return;
    const { currentTarget } = event;
    const found = faultsOf(currentTarget);
    setFaults(found);
    setAttempt(attempt + 1);
    forget();
    if (Object.keys(found).length > 0) return;
    if (hasFeature('contact')) {
      void send(currentTarget, async (data) => {
        const { sendMessage } = await loadSending();
        const done = await sendMessage(
          currentTarget,
          data,
          Math.round(performance.now() - openedAt),
        );
        if (done.isSent) showToast({ ...contactForm.sent, variant: 'success' });
        return done;
      });
      return;
    }
    const sent = new FormData(currentTarget);
    setArrive(() => () => {
      clear(currentTarget, sent);
      setUnsent(mailDraftOf(sent));
      showToast({ ...contactForm.sent, variant: 'success' });
    });
  };

  /** A corrected error disappears. New errors appear only with the next attempt. */
  const recheck = ({ target }: SyntheticEvent) => {
    if (form.current === null) return;
    forget((target as Field).name);
    const left = faultsOf(
      form.current,
      checkedFields.filter((name) => faults[name] !== undefined),
    );
    if (checkedFields.some((name) => left[name] !== faults[name])) setFaults(left);
  };

  const faultAt = (name: FieldName) => faults[name] ?? outcome.faults[name];
  const bind = (name: FieldName) => ({
    id: name,
    name,
    label: fields[name],
    required: true,
    error: faultAt(name),
  });

  return (
    // The method "dialog" does nothing outside a dialog, so without JavaScript no text is sent in a URL.
    <form
      ref={form}
      method="dialog"
      noValidate
      onSubmit={submit}
      onInput={recheck}
      onFocus={preload}
      className="space-y-5"
    >
      <noscript>
        <p className="mb-5">
          <MailText>{contactForm.withoutScript}</MailText>
        </p>
      </noscript>
      <Switch
        feature="contact"
        off={<StatusNote>{contactForm.notConnected}</StatusNote>}
        on={
          // Only programs fill it in.
          <div aria-hidden="true" className="sr-only">
            <label htmlFor="reference">{contactForm.reference}</label>
            <input id="reference" name="reference" tabIndex={-1} autoComplete="off" />
          </div>
        }
      />
      <ErrorSummary
        attempt={attempt}
        faults={allFields.flatMap((name) => {
          const message = faultAt(name);
          return message === undefined ? [] : [{ fieldId: name, message }];
        })}
      />
      <TextField {...bind('fullName')} autoComplete="name" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...bind('email')} type="email" autoComplete="email" />
        <TextField {...bind('phone')} required={false} type="tel" autoComplete="tel" />
      </div>
      <SelectField
        {...bind('subject')}
        options={contactForm.subjects}
        placeholder={contactForm.chooseSubject}
      />
      <TextAreaField {...bind('message')} rows={7} />
      <CheckboxField id="isTeacher" name="isTeacher" label={fields.isTeacher} />
      <Button
        type="submit"
        size="large"
        busy={busy || arrive !== undefined}
        className="sm:min-w-52"
      >
        {busy || arrive ? contactForm.submitting : contactForm.submit}
      </Button>
      {outcome.notice}
      <div aria-live="polite">{unsent && <UnsentMessage mail={unsent} />}</div>
    </form>
  );
}

const words = contactForm.unsent;

function UnsentMessage({ mail }: { mail: MailDraft }) {
  return (
    <section aria-labelledby="unsent" className="rounded-md border border-sand-deep bg-sand/50 p-5">
      <h3 id="unsent" className="text-lg">
        {words.title}
      </h3>
      <p className="mt-2">
        <span>{words.text}</span>{' '}
        <a href={mail.href} className={textLinkClasses}>
          {words.action}
        </a>
        <span>{mail.whole ? '.' : `. ${words.tooLong}`}</span>
      </p>
      <p className="mt-4 border-l-4 border-gold pl-4 wrap-anywhere whitespace-pre-line">
        {mail.text}
      </p>
    </section>
  );
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Validates the contact form with the browser's constraints and the site's messages. */
type FieldName = Exclude<keyof typeof contactForm.fields, 'isTeacher'>;
type CheckedField = Exclude<FieldName, 'phone'>;
type Faults = Partial<Record<FieldName, string>>;

const allFields: readonly FieldName[] = ['fullName', 'email', 'phone', 'subject', 'message'];
const checkedFields: readonly CheckedField[] = ['fullName', 'email', 'subject', 'message'];

function faultOf(form: HTMLFormElement, name: CheckedField): string | undefined {
  const { value, validity } = form.elements.namedItem(name) as Field;
  if (value.trim() === '') return contactForm.faults[name];
  if (name === 'email' && validity.typeMismatch) return contactForm.faults.emailFormat;
  return undefined;
}

function faultsOf(form: HTMLFormElement, names: readonly CheckedField[] = checkedFields): Faults {
  const found = names.map((name) => [name, faultOf(form, name)] as const);
  return Object.fromEntries(found.filter(([, fault]) => fault !== undefined));
}

type MailDraft = ReturnType<typeof mailDraftOf>;

/** The message as text, and a link that opens it in the visitor's mail program. */
function mailDraftOf(message: FormData) {
  const valueOf = (name: keyof typeof contactForm.fields) => textOf(message, name).trim();
  const subject = contactForm.subjects.find(({ value }) => value === valueOf('subject'))?.label;
  const sender = [
    valueOf('fullName'),
    valueOf('email'),
    valueOf('phone'),
    message.has('isTeacher') ? contactForm.fields.isTeacher : '',
  ];
  const text = [valueOf('message'), '', ...sender.filter((line) => line !== '')].join('\n');
  return { text, ...mailLink(mailboxes.general, subject ?? '', text) };
}

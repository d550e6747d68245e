/** The fields are uncontrolled, so that text typed before the script has loaded is kept. */
import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
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
import { type MailDraft, mailDraftOf } from './mail-draft';
import { checkedFields, type Faults, faultsOf, type FieldName } from './check-message';
import { clearSent } from './typed-since';

const { fields } = contactForm;

export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState(0);
  const [unsent, setUnsent] = useState<MailDraft>();
  const { sending, send } = useSending();

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = faultsOf(event.currentTarget);
    setFaults(found);
    setAttempt(attempt + 1);
    if (Object.keys(found).length > 0) return;
    const clear = clearSent(event.currentTarget);
    const mail = mailDraftOf(new FormData(event.currentTarget));
    send(() => {
      clear();
      setUnsent(mail);
      showToast({ ...contactForm.sent, variant: 'success' });
    });
  };

  /** A corrected error disappears. New errors appear only with the next attempt. */
  const recheck = () => {
    if (form.current === null) return;
    const left = faultsOf(
      form.current,
      checkedFields.filter((name) => faults[name] !== undefined),
    );
    if (checkedFields.some((name) => left[name] !== faults[name])) setFaults(left);
  };

  const bind = (name: FieldName) => ({
    id: name,
    name,
    label: fields[name],
    required: true,
    error: faults[name],
  });

  return (
    // The method "dialog" does nothing outside a dialog, so without JavaScript no text is sent in a URL.
    <form
      ref={form}
      method="dialog"
      noValidate
      onSubmit={submit}
      onInput={recheck}
      className="space-y-5"
    >
      <noscript>
        <p className="mb-5">
          <MailText>{contactForm.withoutScript}</MailText>
        </p>
      </noscript>
      <StatusNote>{contactForm.notConnected}</StatusNote>
      <ErrorSummary
        attempt={attempt}
        faults={checkedFields.flatMap((name) => {
          const message = faults[name];
          return message === undefined ? [] : [{ fieldId: name, message }];
        })}
      />
      <TextField {...bind('fullName')} autoComplete="name" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...bind('email')} type="email" autoComplete="email" />
        <TextField id="phone" name="phone" label={fields.phone} type="tel" autoComplete="tel" />
      </div>
      <SelectField
        {...bind('subject')}
        options={contactForm.subjects}
        placeholder={contactForm.chooseSubject}
      />
      <TextAreaField {...bind('message')} rows={7} />
      <CheckboxField id="isTeacher" name="isTeacher" label={fields.isTeacher} />
      <Button type="submit" size="large" busy={sending} className="sm:min-w-52">
        {sending ? contactForm.submitting : contactForm.submit}
      </Button>
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

/** Nothing is sent: the form waits one second and shows a message (docs/product.md, 2.6). */
const SENDING_MS = 1000;

function useSending(): { sending: boolean; send: (sent: () => void) => void } {
  const [sending, setSending] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );

  const send = useCallback((sent: () => void) => {
    // Checks the timer, because state changes too late for two presses in one tick.
    if (timer.current !== undefined) return;
    setSending(true);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setSending(false);
      sent();
    }, SENDING_MS);
  }, []);

  return { sending, send };
}

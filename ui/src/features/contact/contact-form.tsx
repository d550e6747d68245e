/**
 * The general contact form. The browser holds what is typed, so that nothing typed before the script arrived is
 * lost, and the page needs no form library.
 */
import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../components/button';
import { ErrorSummary } from '../../components/error-summary';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../components/fields';
import { MailText } from '../../components/mail-text';
import { StandingLine } from '../../components/standing-line';
import { showToast } from '../../components/toast-store';
import { contactForm } from '../../content/marketing/contact';
import { type AsMail, asMail } from './as-mail';
import { checkedFields, type FieldName, type Faults, faultsOf } from './check-message';
import { noteSent } from './typed-since';
import { UnsentMessage } from './unsent-message';
import { useSending } from './use-sending';

const { fields } = contactForm;

export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState(0);
  const [unsent, setUnsent] = useState<AsMail>();
  const { sending, send } = useSending();

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = faultsOf(event.currentTarget);
    setFaults(found);
    setAttempt(attempt + 1);
    if (Object.keys(found).length > 0) return;
    const empty = noteSent(event.currentTarget);
    const mail = asMail(new FormData(event.currentTarget));
    send(() => {
      empty();
      setUnsent(mail);
      showToast({ ...contactForm.sent, variant: 'success' });
    });
  };

  /** A fault goes as soon as it is mended; a new one waits for the next attempt. */
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
    // Of method "dialog", a form outside a dialog goes nowhere: without the script, nothing typed ends up in an address.
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
      <StandingLine>{contactForm.notConnected}</StandingLine>
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

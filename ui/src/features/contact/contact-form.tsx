/** The fields are uncontrolled, so that text typed before the script has loaded is kept. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
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

const { fields } = contactForm;

/** Nothing is sent: the form waits one second and shows a message (docs/product.md, 2.6). */
const SENDING_MS = 1000;

export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState(0);
  const [unsent, setUnsent] = useState<MailDraft>();
  /** What happens when the message that is being sent has arrived. */
  const [arrive, setArrive] = useState<() => void>();
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
    if (arrive) return;
    const { currentTarget } = event;
    const found = faultsOf(currentTarget);
    setFaults(found);
    setAttempt(attempt + 1);
    if (Object.keys(found).length > 0) return;
    const sent = new FormData(currentTarget);
    setArrive(() => () => {
      clear(currentTarget, sent);
      setUnsent(mailDraftOf(sent));
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
      <Button type="submit" size="large" busy={arrive !== undefined} className="sm:min-w-52">
        {arrive ? contactForm.submitting : contactForm.submit}
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

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Validates the contact form with the browser's constraints and the site's messages. */
type FieldName = Exclude<keyof typeof contactForm.fields, 'isTeacher' | 'phone'>;
type Faults = Partial<Record<FieldName, string>>;

const checkedFields: readonly FieldName[] = ['fullName', 'email', 'subject', 'message'];

function faultOf(form: HTMLFormElement, name: FieldName): string | undefined {
  const { value, validity } = form.elements.namedItem(name) as Field;
  if (value.trim() === '') return contactForm.faults[name];
  if (name === 'email' && validity.typeMismatch) return contactForm.faults.emailFormat;
  return undefined;
}

function faultsOf(form: HTMLFormElement, names: readonly FieldName[] = checkedFields): Faults {
  const found = names.map((name) => [name, faultOf(form, name)] as const);
  return Object.fromEntries(found.filter(([, fault]) => fault !== undefined));
}

interface MailDraft {
  text: string;
  /** Opens the message in the visitor's mail program. */
  href: string;
  /** Whether `href` contains the whole text. */
  whole: boolean;
}

/** Some mail programs do not accept longer links. */
const LONGEST_LINK = 1900;

function mailDraftOf(message: FormData): MailDraft {
  const valueOf = (name: keyof typeof contactForm.fields) => {
    const value = message.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const subject = contactForm.subjects.find(({ value }) => value === valueOf('subject'))?.label;
  const sender = [
    valueOf('fullName'),
    valueOf('email'),
    valueOf('phone'),
    message.has('isTeacher') ? contactForm.fields.isTeacher : '',
  ];
  const text = [valueOf('message'), '', ...sender.filter((line) => line !== '')].join('\n');
  const linkTo = (body: string) =>
    `mailto:${mailboxes.general}?subject=${encodeURIComponent(subject ?? '')}&body=${encodeURIComponent(body)}`;
  // Truncates by code points. RFC 6068 requires these line breaks.
  const characters = [...text.replace(/\r?\n/g, '\r\n')];
  const all = characters.length;
  while (linkTo(characters.join('')).length > LONGEST_LINK)
    characters.length -= Math.max(1, Math.floor(characters.length / 50));
  return { text, href: linkTo(characters.join('')), whole: characters.length === all };
}

/** Clears the form. What was typed while the message was being sent belongs to the next message. */
function clear(form: HTMLFormElement, sent: FormData): void {
  const now = new FormData(form);
  form.reset();
  for (const [name, value] of now) {
    const field = form.elements.namedItem(name) as Field;
    if (value === sent.get(name) || typeof value !== 'string') continue;
    if (field.type === 'checkbox') (field as HTMLInputElement).checked = true;
    else field.value = value;
  }
}

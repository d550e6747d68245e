/** What the visitor wrote, after the form said that it was sent: nothing sends it yet, and the form is empty again. */
import { textLinkClasses } from '../../components/mail-text';
import { contactForm } from '../../content/marketing/contact';
import type { AsMail } from './as-mail';

const words = contactForm.unsent;

export function UnsentMessage({ mail }: { mail: AsMail }) {
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

import { contactForm } from '../../content/marketing/contact';
import { mailboxes } from '../../content/site/mailboxes';

export interface MailDraft {
  text: string;
  /** Opens the message in the visitor's mail program. */
  href: string;
  /** Whether `href` contains the whole text. */
  whole: boolean;
}

/** Some mail programs do not accept longer links. */
const LONGEST_LINK = 1900;

export function mailDraftOf(message: FormData): MailDraft {
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

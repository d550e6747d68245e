// The mails that the program sent, from the folder of the SMTP sink.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stack } from './stack.js';
import { until } from './until.js';

export type Mail = {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
};

/** Decodes the quoted-printable encoding of a part (RFC 2045, section 6.7). */
function decodeQuotedPrintable(text: string): string {
  const joined = text.replaceAll(/=\r?\n/g, '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function parse(eml: string): Mail {
  const [head = ''] = eml.split(/\r?\n\r?\n/, 1);
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im')
      .exec(head)?.[1]
      ?.replaceAll(/\r?\n[ \t]/g, ' ') ?? '';
  return {
    to: header('To'),
    replyTo: header('Reply-To'),
    subject: header('Subject'),
    text: decodeQuotedPrintable(eml),
  };
}

/** The mails read so far, by file. Reading all of them at each poll would take longer with each test. */
const read = new Map<string, Mail>();

async function mailIn(file: string): Promise<Mail> {
  const mail = read.get(file) ?? parse(await readFile(file, 'utf8'));
  read.set(file, mail);
  return mail;
}

/** All mails to an address so far. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const directory = stack().mail_dir;
  const files = (await readdir(directory)).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(files.map((name) => mailIn(join(directory, name))));
  return mails.filter((mail) => mail.to.includes(address));
}

/** Waits for `count` mails to an address with a matching subject. */
export function mailsAbout(address: string, subject: RegExp, count: number): Promise<Mail[]> {
  return until(`${count} mails to ${address}: ${subject}`, async () => {
    const mails = (await mailsTo(address)).filter((mail) => subject.test(mail.subject));
    if (mails.length !== count) throw new Error(`${mails.length} mails`);
    return mails;
  });
}

/** Waits for the one mail to an address with a matching subject. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  const [mail] = await mailsAbout(address, subject, 1);
  if (mail === undefined) throw new Error('no mail');
  return mail;
}

function found(mail: Mail, pattern: RegExp): string {
  const [, text] = pattern.exec(mail.text) ?? [];
  if (text === undefined) throw new Error(`the mail has no ${pattern}`);
  return text;
}

export const firstLink = (mail: Mail) => found(mail, /(https?:\/\/[^\s"<>]+)/);

/** The code of a sign-in mail. */
export const signInCode = (mail: Mail) =>
  found(mail, /Enter this code to sign in[^:]*:\s+(\d{6})\b/);

/** The code that a mail offers in place of its link. */
export const linkCode = (mail: Mail) => found(mail, /code instead, enter this code: (\d{6})\b/);

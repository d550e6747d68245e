/**
 * The answers typed so far, kept in memory outside the page: a lost connection, an ended session or a look at
 * another page does not lose them. They belong to one person and go with a submission or a pressed Sign Out.
 */
import { sessionBoard } from '../../session/session-board';
import type { SubmitApplicationRequest } from '../../api/applications';
import type { Headshot } from '../../api/headshots';
import { noAnswers, type Answers } from './answers';
import type { PhotoProblem } from './photo-problem';

/** A photo that is on the server, and the file it was made from. */
export type UploadedPhoto = { readonly file: File; readonly headshot: Headshot };

/** A photo that is not uploaded yet, and its idempotency key. */
export type PendingPhoto = { readonly file: File; readonly key: string } & PhotoProblem;

type Unsent = {
  readonly userId: string;
  answers: Answers;
  /** A subject typed but not added. */
  subject: string;
  photo: UploadedPhoto | null;
  chosen: PendingPhoto | null;
  sent: { body: string; key: string } | null;
};

let unsent: Unsent | null = null;

const isTouched = ({ answers, subject, photo, chosen }: Unsent): boolean =>
  photo !== null ||
  chosen !== null ||
  subject.trim() !== '' ||
  Object.values(answers).some((answer) => answer.length > 0);

/** Makes the browser ask before the tab is closed with unsent answers. */
const warn = (event: BeforeUnloadEvent) => {
  if (hasAnswers()) event.preventDefault();
};

export function hasAnswers(): boolean {
  return unsent !== null && isTouched(unsent);
}

let watching = false;
function watch(): void {
  if (watching) return;
  watching = true;
  window.addEventListener('beforeunload', warn);
  sessionBoard.subscribe((event) => {
    if (event.type === 'SIGNED_OUT' && event.asked) dropAnswers();
    if (event.type === 'SIGNED_IN' && event.session.user.id !== unsent?.userId) dropAnswers();
  });
}

export function openAnswers(userId: string): Omit<Unsent, 'userId' | 'sent'> {
  watch();
  if (unsent?.userId !== userId) {
    unsent = { userId, answers: noAnswers, subject: '', photo: null, chosen: null, sent: null };
  }
  return unsent;
}

export function keepAnswers(answers: Answers): void {
  if (unsent !== null) unsent.answers = answers;
}

export function keepSubject(subject: string): void {
  if (unsent !== null) unsent.subject = subject;
}

export function keepPhoto(photo: UploadedPhoto | null): void {
  if (unsent !== null) unsent.photo = photo;
}

export function keepPending(photo: PendingPhoto | null): void {
  if (unsent !== null) unsent.chosen = photo;
}

export function dropAnswers(): void {
  unsent = null;
}

/** The same answers get the same key, changed answers a new one. */
export function idempotencyKeyFor(request: SubmitApplicationRequest): string {
  const body = JSON.stringify(request);
  if (unsent?.sent?.body === body) return unsent.sent.key;
  const key = crypto.randomUUID();
  if (unsent !== null) unsent.sent = { body, key };
  return key;
}

import type { ContactMessage } from '../../../api/contact';
import { contactForm } from '../../../content/marketing/contact';
import { admin } from '../../../content/membership/admin';
import { messages } from '../../../content/membership/messages';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ageOf = (receivedAt: string, now: number) => Math.max(0, now - Date.parse(receivedAt));

export function ageInWords(receivedAt: string, now: number): string {
  const minutes = Math.floor(ageOf(receivedAt, now) / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return messages.ages.now;
  if (hours < 1) return messages.ages.minutes(minutes);
  return hours < 24 ? messages.ages.hours(hours) : messages.ages.days(Math.floor(hours / 24));
}

export const isOverdue = ({ state, subject, received_at }: ContactMessage, now: number): boolean =>
  state === 'new' &&
  (subject === 'media-request' || subject === 'press-speaking') &&
  ageOf(received_at, now) > DAY_MS;

export const subjectLabel = (subject: string): string =>
  contactForm.subjects.find(({ value }) => value === subject)?.label ?? subject;

export function ownerName({ owner_id, owner_name }: ContactMessage, userId: string): string {
  if (owner_id === null) return messages.nobody;
  return owner_id === userId ? messages.you : (owner_name ?? admin.deletedAccount);
}

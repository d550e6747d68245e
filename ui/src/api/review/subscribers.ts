/** The subscribers of the newsletter, for administrators. */
import { NewsletterService } from '../generated/services/NewsletterService';
import { call } from '../transport/client';
import { download, type ExportFormat, setFormat } from './export';

export type { Subscriber, SubscriberPage } from '../generated';

export type SubscriberQuery = Parameters<typeof NewsletterService.listSubscribers>[0];

export const listSubscribers = (query: SubscriberQuery, signal?: AbortSignal) =>
  call(() => NewsletterService.listSubscribers(query), signal);

/** The last 52 weeks, oldest first. */
export const newsletterGrowth = (signal?: AbortSignal) =>
  call(() => NewsletterService.getNewsletterGrowth(), signal).then(({ items }) => items);

export function exportSubscribers(format: ExportFormat, signal: AbortSignal) {
  const query = new URLSearchParams();
  setFormat(query, format);
  return download('/admin/newsletter/subscribers/export', query, format, signal);
}

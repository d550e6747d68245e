/** The subscribers of the newsletter, for administrators. */
import { NewsletterService } from '../generated/services/NewsletterService';
import { call } from '../transport/client';
import { download, type ExportFormat } from './export';

export type { Subscriber } from '../generated';

type SubscriberQuery = Parameters<typeof NewsletterService.listSubscribers>[0];

export const listSubscribers = (query: SubscriberQuery, signal?: AbortSignal) =>
  call(() => NewsletterService.listSubscribers(query), signal);

/** The last 52 weeks, oldest first. */
export const newsletterGrowth = (signal?: AbortSignal) =>
  call(() => NewsletterService.getNewsletterGrowth(), signal).then(({ items }) => items);

export const exportSubscribers = (
  format: ExportFormat,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
) =>
  download(
    '/admin/newsletter/subscribers/export',
    new URLSearchParams(),
    format,
    signal,
    onProgress,
  );

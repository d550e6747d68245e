/** Mails about applications. */
import { call } from '../transport/client';
import type { ApplicationMessage } from '../generated';
import { EmailService } from '../generated/services/EmailService';

export type { ApplicationMessage };

/** Queues a failed mail again. Refused with 409 `conflict` in any other state. */
export const retryMessage = (id: string, idempotencyKey: string) =>
  call(() => EmailService.retryEmailMessage({ id, idempotencyKey }));

/** Messages of the contact form. */
import type { ContactMessageRequest } from './generated';
import { ContactService } from './generated/services/ContactService';
import { call, callPublic } from './transport/client';

export type {
  ContactMessage,
  ContactMessageRequest,
  ContactMessageState,
  ContactSubject,
} from './generated';

/** A repetition with the same key and body returns the first response. */
export const sendContactMessage = (idempotencyKey: string, requestBody: ContactMessageRequest) =>
  callPublic(() => ContactService.sendContactMessage({ idempotencyKey, requestBody }));

export type MessageQuery = Parameters<typeof ContactService.listContactMessages>[0];

export const listContactMessages = (query: MessageQuery, signal?: AbortSignal) =>
  call(() => ContactService.listContactMessages(query), signal);

const acts = {
  take: (id: string) => ContactService.takeContactMessage({ id }),
  answer: (id: string) => ContactService.answerContactMessage({ id }),
  spam: (id: string) => ContactService.markContactMessageAsSpam({ id }),
  reopen: (id: string) => ContactService.reopenContactMessage({ id }),
};

export type MessageAct = keyof typeof acts;

/** Refused with 409 `conflict` if another administrator was faster. A repetition has no effect. */
export const changeContactMessage = (id: string, act: MessageAct) => call(() => acts[act](id));

/** Requests for changes to an application, and the answers before each change. */
import { call } from '../transport/client';
import type { ApplicationField, ApplicationVersion, ChangeRequest } from '../generated';
import { ReviewService } from '../generated/services/ReviewService';

export type { ApplicationVersion, ChangeRequest };

/**
 * No fields means all. Refused with 409 `change_request_open` or `application_already_decided`. A repetition with the same
 * key, message and fields returns the first request.
 */
export const requestChanges = (
  id: string,
  message: string,
  fields: readonly ApplicationField[],
  idempotencyKey: string,
) =>
  call(() =>
    ReviewService.requestChanges({
      id,
      idempotencyKey,
      requestBody: fields.length === 0 ? { message } : { message, fields: [...fields] },
    }),
  );

/** Refused with 404 if the request is closed. */
export const takeBackRequest = (id: string, requestId: string) =>
  call(() => ReviewService.takeBackChangeRequest({ id, requestId }));

/** Oldest first. The current answers are those of the application. */
export const listVersions = (id: string, signal?: AbortSignal) =>
  call(() => ReviewService.listApplicationVersions({ id }), signal).then(({ items }) => items);

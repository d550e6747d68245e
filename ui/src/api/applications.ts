/** The signed-in user's membership applications, and the draft of the next one. */
import { call } from './transport/client';
import type { SaveDraftRequest, SubmitApplicationRequest } from './generated';
import { ApplicationsService } from './generated/services/ApplicationsService';

export type {
  ApplicationDetail,
  ApplicationDraft as SavedDraft,
  ChangeRequest,
  DraftFields,
  MyApplication,
  SubmitApplicationRequest,
} from './generated';

type Query = Parameters<typeof ApplicationsService.listMyApplications>[0];

const listMine = async (query: Query, signal?: AbortSignal) =>
  (await call(() => ApplicationsService.listMyApplications(query), signal)).items;

export const findPendingApplication = async (signal?: AbortSignal) =>
  (await listMine({ status: 'pending', limit: 1 }, signal))[0];

export const findNewestApplication = async (signal?: AbortSignal) =>
  (await listMine({ limit: 1 }, signal))[0];

/** The newest first. */
export const listOwnApplications = (signal?: AbortSignal) => listMine({}, signal);

export const readApplication = (id: string, signal?: AbortSignal) =>
  call(() => ApplicationsService.getApplication({ id }), signal);

/** The answers become the draft. Refused with 409 `application_already_decided`. */
export const withdrawApplication = (id: string, idempotencyKey: string) =>
  call(() => ApplicationsService.withdrawApplication({ id, idempotencyKey }));

/** A retry with the same key gets the response of the first request. */
export const submitApplication = (requestBody: SubmitApplicationRequest, idempotencyKey: string) =>
  call(() => ApplicationsService.submitApplication({ requestBody, idempotencyKey }));

/**
 * Replaces the answers after a request for changes. Refused with 412 `version_conflict` for another version, 409
 * `not_editable` without an open request, 422 `not_requested` at an answer that was not asked for.
 */
export const editApplication = (
  id: string,
  version: number,
  requestBody: SubmitApplicationRequest,
) => call(() => ApplicationsService.editApplication({ id, ifMatch: `"${version}"`, requestBody }));

export const readDraft = (signal?: AbortSignal) =>
  call(() => ApplicationsService.getDraft(), signal);

/**
 * Replaces the saved draft. Refused with 412 `version_conflict` if it has none of the versions in `seen`, and with 409
 * `application_pending_exists` after a submission.
 */
export const saveDraft = (
  requestBody: SaveDraftRequest,
  seen: readonly string[],
  signal?: AbortSignal,
) => {
  const ifMatch = seen.map((version) => `"${version}"`).join(', ');
  return call(() => ApplicationsService.saveDraft({ ifMatch, requestBody }), signal);
};

import { call } from './transport/client';
import type { ApplicationDraft, DraftFields, SaveDraftRequest } from './generated';
import { ApplicationsService } from './generated/services/ApplicationsService';

export type { ApplicationDraft as SavedDraft, DraftFields };

export const readDraft = (signal?: AbortSignal) =>
  call(() => ApplicationsService.getDraft(), signal);

/** Replaces the saved draft. Refused with 409 `application_pending_exists` after a submission. */
export const saveDraft = (requestBody: SaveDraftRequest, signal?: AbortSignal) =>
  call(() => ApplicationsService.saveDraft({ requestBody }), signal);

export const deleteDraft = (signal?: AbortSignal) =>
  call(() => ApplicationsService.deleteDraft(), signal);

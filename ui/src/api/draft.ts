/** The applicant's draft on the server. */
import { call } from './transport/client';
import type { ApplicationDraft } from './generated/models/ApplicationDraft';
import type { DraftFields } from './generated/models/DraftFields';
import type { SaveDraftRequest } from './generated/models/SaveDraftRequest';
import { ApplicationsService } from './generated/services/ApplicationsService';

export type { ApplicationDraft as SavedDraft, DraftFields };

export const readDraft = (signal?: AbortSignal) =>
  call(() => ApplicationsService.getDraft(), signal);

/** Replaces the saved draft. Refused with 409 `application_pending_exists` after a submission. */
export const saveDraft = (requestBody: SaveDraftRequest, signal?: AbortSignal) =>
  call(() => ApplicationsService.saveDraft({ requestBody }), signal);

export const deleteDraft = (signal?: AbortSignal) =>
  call(() => ApplicationsService.deleteDraft(), signal);

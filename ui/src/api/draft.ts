/** The unfinished application that the server keeps for an applicant. */
import { call } from './client';
import { OpenAPI } from './generated/core/OpenAPI';
import { request } from './generated/core/request';

/** Any of the application's members, as far as they are typed. */
export type DraftFields = Readonly<Record<string, string | readonly string[]>>;

export type Draft = {
  readonly fields: DraftFields;
  readonly step: number;
  /** RFC 3339; null where nothing is saved. */
  readonly updated_at: string | null;
};

const url = '/applications/draft';

export const readDraft = (signal?: AbortSignal): Promise<Draft> =>
  call(() => request<Draft>(OpenAPI, { method: 'GET', url }), signal);

/** Replaces what is saved. */
export const saveDraft = (
  body: { readonly fields: DraftFields; readonly step: number },
  signal?: AbortSignal,
): Promise<Draft> => call(() => request<Draft>(OpenAPI, { method: 'PUT', url, body }), signal);

export const deleteDraft = (signal?: AbortSignal): Promise<void> =>
  call(() => request<void>(OpenAPI, { method: 'DELETE', url }), signal);

/** Notes of administrators on an application. */
import { call } from '../transport/client';
import type { ApplicationNote } from '../generated';
import { ReviewService } from '../generated/services/ReviewService';

export type { ApplicationNote };

/** Oldest first. */
export const listNotes = (id: string, signal?: AbortSignal) =>
  call(() => ReviewService.listNotes({ id }), signal).then(({ items }) => items);

/** A repetition with the same key and text returns the first note. */
export const addNote = (id: string, text: string, idempotencyKey: string) =>
  call(() => ReviewService.addNote({ id, idempotencyKey, requestBody: { text } }));

/** Refused with 412 `version_conflict` if the stored text is neither that of `version` nor this one. */
export const updateNote = (id: string, noteId: string, version: string, text: string) =>
  call(() =>
    ReviewService.updateNote({ id, noteId, ifMatch: `"${version}"`, requestBody: { text } }),
  );

/** Refused with 412 `version_conflict` if the stored text is not that of `version`. */
export const deleteNote = (id: string, noteId: string, version: string) =>
  call(() => ReviewService.deleteNote({ id, noteId, ifMatch: `"${version}"` }));

/** Decisions on several applications, and undoing decisions. */
import { call } from '../transport/client';
import type { SkipReason } from '../generated/models/SkipReason';
import { ReviewService } from '../generated/services/ReviewService';
import type { Decision } from './applications';

export type { SkipReason };

/** Maximum number of applications in one request. */
const MAX_BULK = 100;

/** A repeated request with the same key counts what the first one decided as decided. */
export const decideApplications = (ids: string[], decision: Decision, idempotencyKey: string) =>
  call(() => ReviewService.decideApplications({ idempotencyKey, requestBody: { ids, decision } }));

export const undoDecisions = (ids: string[]) =>
  call(() => ReviewService.undoDecisions({ requestBody: { ids } }));

export function inChunks<Item>(items: readonly Item[]): Item[][] {
  const number = Math.ceil(items.length / MAX_BULK);
  return Array.from({ length: number }, (_, index) =>
    items.slice(index * MAX_BULK, (index + 1) * MAX_BULK),
  );
}

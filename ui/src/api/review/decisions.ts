/** Decisions on several applications, and undoing decisions. */
import { call } from '../transport/client';
import type { SkippedApplication as Skipped } from '../generated/models/SkippedApplication';
import { ReviewService } from '../generated/services/ReviewService';
import type { Decision } from './applications';

export type { Skipped };

/** Maximum number of applications in one request. */
const MAX_BULK = 100;

/**
 * `versions` are those of the answers that the user has seen: an application with newer ones is skipped. A repeated request
 * with the same key counts what the first one decided as decided.
 */
export const decideApplications = (
  ids: string[],
  versions: number[],
  decision: Decision,
  idempotencyKey: string,
) =>
  call(() =>
    ReviewService.decideApplications({ idempotencyKey, requestBody: { ids, versions, decision } }),
  );

export const undoDecisions = (ids: string[]) =>
  call(() => ReviewService.undoDecisions({ requestBody: { ids } }));

/**
 * Sends the ids in requests of up to 100, one after another. `onAnswer` gets each response with the ids that are left, and
 * returns whether to go on. A failure rejects and leaves the later requests unsent.
 */
export async function inChunks<Answer>(
  ids: readonly string[],
  send: (chunk: string[]) => Promise<Answer>,
  onAnswer: (answer: Answer, later: readonly string[]) => boolean,
): Promise<void> {
  for (let at = 0; at < ids.length; at += MAX_BULK) {
    // oxlint-disable-next-line no-await-in-loop -- a stop or a failure leaves the later requests unsent
    const answer = await send(ids.slice(at, at + MAX_BULK));
    if (!onAnswer(answer, ids.slice(at + MAX_BULK))) return;
  }
}

/** Decisions on several applications, and undoing decisions. */
import { call } from '../transport/client';
import type { SkippedApplication as Skipped } from '../generated/models/SkippedApplication';
import { ReviewService } from '../generated/services/ReviewService';
import type { ApplicationSummary, Decision } from './applications';

export type { Skipped };

/** Maximum number of applications in one request. */
const MAX_BULK = 100;

export type DecisionRequest = Parameters<typeof ReviewService.decideApplications>[0];

const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_BULK) }, (_, at) =>
    items.slice(at * MAX_BULK, (at + 1) * MAX_BULK),
  );

/**
 * Requests of up to 100 applications. The versions are those of the answers that the user has seen: an application with newer
 * ones is skipped. A request that is sent again keeps its key and its body, and counts what was decided as decided.
 */
export const decisionRequests = (
  rows: readonly Pick<ApplicationSummary, 'id' | 'version'>[],
  decision: Decision,
): DecisionRequest[] =>
  chunksOf(rows).map((chunk) => ({
    idempotencyKey: crypto.randomUUID(),
    requestBody: {
      ids: chunk.map(({ id }) => id),
      versions: chunk.map(({ version }) => version),
      decision,
    },
  }));

export const decideApplications = (request: DecisionRequest) =>
  call(() => ReviewService.decideApplications(request));

/** Sends one request after another. A failure rejects and leaves the later ones unsent. */
export async function undoDecisions(
  all: readonly string[],
  onAnswer: (answer: Awaited<ReturnType<typeof ReviewService.undoDecisions>>) => void,
): Promise<void> {
  for (const ids of chunksOf(all))
    // oxlint-disable-next-line no-await-in-loop -- a failure leaves the later requests unsent
    onAnswer(await call(() => ReviewService.undoDecisions({ requestBody: { ids } })));
}

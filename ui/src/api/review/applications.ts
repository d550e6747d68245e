/** What administrators read of applications and do with them: decisions, notes, requests for changes, viewers and mails. */
import { call } from '../transport/client';
import type { ApplicationField, ApplicationSummary, DecisionPreview, Mark } from '../generated';
import { ReviewService } from '../generated/services/ReviewService';
import { EmailService } from '../generated/services/EmailService';

export type {
  ApplicationDetail,
  ApplicationEvent,
  ApplicationMarks,
  ApplicationMessage,
  ApplicationNote,
  ApplicationPage,
  ApplicationStatus,
  ApplicationSummary,
  ApplicationVersion,
  ApplicationViewer,
  ChangeRequest,
  Selection as Target,
  ReviewedApplication,
  Mark,
  SkippedApplication as Skipped,
  StateCounts,
} from '../generated';
export type Decision = 'approved' | 'rejected';

type ListParameters = Parameters<typeof ReviewService.listApplications>[0];

export type ApplicationQuery = ListParameters &
  Required<Pick<ListParameters, 'sort' | 'order' | 'limit'>>;

type StateFilter = Parameters<typeof ReviewService.countApplicationsByState>[0];

/** Refused with `invalid_cursor` if the cursor is malformed or from another list. */
export const listApplications = (query: ApplicationQuery, signal?: AbortSignal) =>
  call(() => ReviewService.listApplications(query), signal);

export const countApplicationsByState = (filter: StateFilter, signal?: AbortSignal) =>
  call(() => ReviewService.countApplicationsByState(filter), signal);

/** Of the applications submitted within the times. */
export const getSelection = (
  times: Parameters<typeof ReviewService.getSelection>[0],
  signal?: AbortSignal,
) => call(() => ReviewService.getSelection(times), signal);

/** Refused with 412 `version_conflict` if the stored target is neither that of `version` nor this one. */
export const setSelection = (version: string, target: number | null) =>
  call(() => ReviewService.setSelection({ ifMatch: `"${version}"`, requestBody: { target } }));

/** Without personal data, which `readApplication` has. Each of these reads is logged as an act of its own. */
export const reviewApplication = (id: string, signal?: AbortSignal) =>
  call(() => ReviewService.reviewApplication({ id }), signal);

/** Oldest event first. */
export const getApplicationHistory = (id: string, signal?: AbortSignal) =>
  call(() => ReviewService.getApplicationHistory({ id }), signal).then(({ items }) => items);

/** Announces this administrator for 30 seconds. Returns the others. */
export const announceViewing = (id: string, signal?: AbortSignal) =>
  call(() => ReviewService.announceViewing({ id }), signal).then(({ items }) => items);

export const endViewing = (id: string) => call(() => ReviewService.endViewing({ id }));

/** Queues a failed mail again. Refused with 409 `conflict` in any other state. */
export const retryMessage = (id: string, idempotencyKey: string) =>
  call(() => EmailService.retryEmailMessage({ id, idempotencyKey }));

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

/**
 * A blank note is not sent. A repetition with the same key returns the first response. Refused with 412 `version_conflict` if
 * the answers are no longer those of `version`. Without a version, the current answers are decided.
 */
export const decideApplication = (
  id: string,
  decision: Decision,
  version: number | undefined,
  note: string,
  idempotencyKey: string,
) =>
  call(() =>
    ReviewService.decideApplication({
      id,
      idempotencyKey,
      requestBody: { decision, version, ...(note.trim() !== '' && { note: note.trim() }) },
    }),
  );

/** The maximum number of applications in one request. */
export const MAX_BULK = 100;

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

/** What the decision would do now. The email is the first one, and a state may be in several of the counts. */
export async function previewDecisions(
  all: readonly string[],
  decision: Decision,
  signal: AbortSignal,
): Promise<Omit<DecisionPreview, 'mails'>> {
  const parts: DecisionPreview[] = [];
  for (const ids of chunksOf(all)) {
    const preview = () => ReviewService.previewDecisions({ requestBody: { ids, decision } });
    // oxlint-disable-next-line no-await-in-loop -- a failure leaves the later requests unsent
    parts.push(await call(preview, signal));
  }
  const { subject = null, preview_url = null } = parts.find(({ mails }) => mails > 0) ?? {};
  const by_state = parts.flatMap((part) => part.by_state);
  return { subject, preview_url, by_state, skipped: parts.flatMap(({ skipped }) => skipped) };
}

/** Sends one request after another. A failure rejects and leaves the later ones unsent. */
export async function undoDecisions(
  all: readonly string[],
  onAnswer: (answer: Awaited<ReturnType<typeof ReviewService.undoDecisions>>) => void,
): Promise<void> {
  for (const ids of chunksOf(all))
    // oxlint-disable-next-line no-await-in-loop -- a failure leaves the later requests unsent
    onAnswer(await call(() => ReviewService.undoDecisions({ requestBody: { ids } })));
}

/**
 * What this administrator thinks of an application; null takes it away. Refused with 409
 * `own_application` or `application_already_decided`.
 */
export const setMark = (id: string, mark: Mark | null): Promise<unknown> =>
  call<unknown>(() =>
    mark === null
      ? ReviewService.unmarkApplication({ id })
      : ReviewService.markApplication({ id, requestBody: { mark } }),
  );

/** Review of applications, for administrators. */
import { call } from '../transport/client';
import { codeOf } from '../errors';
import type {
  ApplicationDetail,
  ApplicationEvent,
  ApplicationPage,
  ApplicationSort,
  ApplicationStatus,
  ApplicationSummary,
  SortOrder,
  StateCounts,
} from '../generated';
import { ApplicationsService } from '../generated/services/ApplicationsService';
import { ReviewService } from '../generated/services/ReviewService';

export type {
  ApplicationDetail,
  ApplicationEvent,
  ApplicationPage,
  ApplicationSort,
  ApplicationStatus,
  ApplicationSummary,
  SortOrder,
  StateCounts,
};
export type Decision = 'approved' | 'rejected';

/** For the counts by state. */
export type StateFilter = {
  status?: ApplicationStatus;
  q?: string;
  subject?: string;
  /** Timestamps. The second one is excluded. */
  submittedAfter?: string;
  submittedBefore?: string;
  hasNotes?: boolean;
};

/** For the list and the export. */
export type ApplicationFilter = StateFilter & {
  /** The code of a US state or territory, or another text. */
  state?: string;
  otherPlaces?: boolean;
  sort: ApplicationSort;
  order: SortOrder;
};

export type ApplicationQuery = ApplicationFilter & {
  limit: number;
  /** The cursor from another page of the same list. */
  cursor?: string;
};

/** Refused with `invalid_cursor` if the cursor is malformed or from another list. */
export const listApplications = (query: ApplicationQuery, signal?: AbortSignal) =>
  call(() => ReviewService.listApplications(query), signal);

export const countApplicationsByState = (filter: StateFilter, signal?: AbortSignal) =>
  call(() => ReviewService.countApplicationsByState(filter), signal);

export const getApplication = (id: string, signal?: AbortSignal) =>
  call(() => ApplicationsService.getApplication({ id }), signal);

/** Oldest event first. */
export const getApplicationHistory = (id: string, signal?: AbortSignal) =>
  call(() => ReviewService.getApplicationHistory({ id }), signal).then(({ items }) => items);

/**
 * A blank note is not sent. Refused with 412 `version_conflict` if the answers are no longer those of `version`. Without a
 * version, the current answers are decided.
 */
export const decideApplication = (
  id: string,
  decision: Decision,
  version: number | undefined,
  note: string,
) =>
  call(() =>
    ReviewService.decideApplication({
      id,
      requestBody: { decision, version, ...(note.trim() !== '' && { note: note.trim() }) },
    }),
  );

export const isStaleCursor = (cause: unknown): boolean => codeOf(cause) === 'invalid_cursor';

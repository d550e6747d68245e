/** Updates cached applications in place. No row moves, even if it no longer matches the filter. */
import type { QueryClient } from '@tanstack/react-query';
import type { ChangeRequest } from '../../api/review/changes';
import type {
  ApplicationDetail,
  ApplicationPage,
  ApplicationStatus,
  ApplicationSummary,
} from '../../api/review/applications';

export const LISTS = ['review-list'] as const;
export const detailKey = (id: string) => ['application', id] as const;
export const notesKey = (id: string) => ['application-notes', id] as const;
export const historyKey = (id: string) => ['application-history', id] as const;

function changePages(cache: QueryClient, change: (page: ApplicationPage) => ApplicationPage): void {
  cache.setQueriesData<ApplicationPage>({ queryKey: LISTS }, (page) => page && change(page));
}

type RowChange = Partial<Pick<ApplicationSummary, 'status' | 'version' | 'changes'>>;

export function setRow(cache: QueryClient, id: string, change: RowChange): void {
  changePages(cache, (page) => ({
    ...page,
    items: page.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
  }));
}

/** The row keeps its mark, which is shown again if the decision is undone. */
export const setStatus = (cache: QueryClient, id: string, status: ApplicationStatus): void =>
  setRow(cache, id, { status });

/** Applies the versions, marks and counts of a fetched page. The events are newer than its statuses. */
export function mergeMarks(cache: QueryClient, { items, counts }: ApplicationPage): void {
  for (const { id, version, changes } of items) setRow(cache, id, { version, changes });
  setCounts(cache, counts);
}

/** Applies the statuses too. Rows that the page lacks stay. */
export function mergePage(cache: QueryClient, page: ApplicationPage): void {
  for (const { id, status } of page.items) setStatus(cache, id, status);
  mergeMarks(cache, page);
}

export const setCounts = (cache: QueryClient, counts: ApplicationPage['counts']): void =>
  changePages(cache, (page) => ({ ...page, counts }));

/** Whether this decision's event has updated the lists. */
const isApplied = (cache: QueryClient, id: string, status: ApplicationStatus): boolean =>
  cache
    .getQueriesData<ApplicationPage>({ queryKey: LISTS })
    .some(([, page]) => page?.items.some((item) => item.id === id && item.status === status));

/** A decision made in this tab. Only pending applications are decided. */
export function applyDecision(cache: QueryClient, decided: ApplicationDetail): void {
  const { id, status } = decided;
  const before = cache.getQueryData<ApplicationDetail>(detailKey(id));
  // The response to a decision has no similar applications and mails.
  cache.setQueryData(detailKey(id), { ...before, ...decided });
  if (before?.messages !== undefined) void cache.invalidateQueries({ queryKey: detailKey(id) });
  void cache.invalidateQueries({ queryKey: historyKey(id) });
  if (isApplied(cache, id, status)) return;
  setStatus(cache, id, status);
  changePages(cache, (page) => ({
    ...page,
    counts: {
      ...page.counts,
      pending: page.counts.pending - 1,
      [status]: page.counts[status] + 1,
    },
  }));
}

/** For another administrator's decision. A decision made in this tab is already cached. */
export function refetchApplication(
  cache: QueryClient,
  id: string,
  status: ApplicationStatus,
): void {
  if (cache.getQueryData<ApplicationDetail>(detailKey(id))?.status === status) return;
  void cache.invalidateQueries({ queryKey: detailKey(id) });
  void cache.invalidateQueries({ queryKey: historyKey(id) });
}

/** After an act that keeps the status. */
export function refetchChanges(cache: QueryClient, id: string): void {
  void cache.invalidateQueries({ queryKey: detailKey(id) });
  void cache.invalidateQueries({ queryKey: historyKey(id) });
}

/** For a request for changes that this tab has made or taken back. */
export function setOpenRequest(
  cache: QueryClient,
  id: string,
  request: ChangeRequest | null,
): void {
  cache.setQueryData<ApplicationDetail>(
    detailKey(id),
    (known) => known && { ...known, change_request: request },
  );
  setRow(cache, id, { changes: request === null ? null : 'requested' });
}

/** For a note that was added, changed or deleted. */
export const refetchNotes = (cache: QueryClient, id: string): void =>
  void cache.invalidateQueries({ queryKey: notesKey(id) });

/** For events that were missed. Only an open application is fetched again. */
export function refetchOpen(cache: QueryClient): void {
  for (const name of ['application', 'application-history', 'application-notes'])
    void cache.invalidateQueries({ queryKey: [name] });
}

/** For a mail that failed. */
export const refetchMessage = (cache: QueryClient, messageId: string): void =>
  void cache.invalidateQueries({
    queryKey: ['application'],
    predicate: ({ state }) =>
      (state.data as ApplicationDetail | undefined)?.messages?.some(
        ({ id }) => id === messageId,
      ) === true,
  });

/** Lists are fetched again when they are next shown. The visible list stays. */
export const markListsStale = (cache: QueryClient): void =>
  void cache.invalidateQueries({ queryKey: LISTS, refetchType: 'none' });

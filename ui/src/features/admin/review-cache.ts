/** What is known of applications, changed in place: no row moves, even if it no longer matches the filter. */
import type { QueryClient } from '@tanstack/react-query';
import type { ApplicationDetail, ApplicationPage, ApplicationStatus } from '../../api/review';

export const LISTS = ['review-list'] as const;
export const detailKey = (id: string) => ['application', id] as const;
export const historyKey = (id: string) => ['application-history', id] as const;

/** Changes every page that has been read. */
function changePages(cache: QueryClient, change: (page: ApplicationPage) => ApplicationPage): void {
  cache.setQueriesData<ApplicationPage>({ queryKey: LISTS }, (page) => page && change(page));
}

export function noteStatus(cache: QueryClient, id: string, status: ApplicationStatus): void {
  changePages(cache, (page) => ({
    ...page,
    items: page.items.map((item) => (item.id === id ? { ...item, status } : item)),
  }));
}

/** The page as the server gives it now. Rows that it no longer has stay as they are. */
export function notePage(cache: QueryClient, { items, counts }: ApplicationPage): void {
  for (const { id, status } of items) noteStatus(cache, id, status);
  noteCounts(cache, counts);
}

export const noteCounts = (cache: QueryClient, counts: ApplicationPage['counts']): void =>
  changePages(cache, (page) => ({ ...page, counts }));

/** Whether the news of this status has arrived. */
const isNoted = (cache: QueryClient, id: string, status: ApplicationStatus): boolean =>
  cache
    .getQueriesData<ApplicationPage>({ queryKey: LISTS })
    .some(([, page]) => page?.items.some((item) => item.id === id && item.status === status));

/** A decision made here: only pending applications are decided. */
export function noteDecision(cache: QueryClient, decided: ApplicationDetail): void {
  const { id, status } = decided;
  cache.setQueryData(detailKey(id), decided);
  void cache.invalidateQueries({ queryKey: historyKey(id) });
  // The counts were read with the news.
  if (isNoted(cache, id, status)) return;
  noteStatus(cache, id, status);
  changePages(cache, (page) => ({
    ...page,
    counts: {
      ...page.counts,
      pending: page.counts.pending - 1,
      [status]: page.counts[status] + 1,
    },
  }));
}

/** Somebody else gave it this status. What is known to have it already was decided here, and is not read again. */
export function rereadApplication(cache: QueryClient, id: string, status: ApplicationStatus): void {
  if (cache.getQueryData<ApplicationDetail>(detailKey(id))?.status === status) return;
  void cache.invalidateQueries({ queryKey: detailKey(id) });
  void cache.invalidateQueries({ queryKey: historyKey(id) });
}

/** Lists are read anew when they are shown again; the one on screen stays as it is. */
export const outdateLists = (cache: QueryClient): void =>
  void cache.invalidateQueries({ queryKey: LISTS, refetchType: 'none' });

/** Loads a page of the list and shows the previous rows until the page arrives. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import {
  isStaleCursor,
  listApplications,
  type ApplicationPage,
} from '../../../api/review/applications';
import type { ApplicationQuery } from '../../../api/review/applications';
import { admin } from '../../../content/membership/admin';
import { LISTS } from '../review-cache';

/** A page that was fetched to find the next application is shown without a second fetch. */
const STALE_AFTER_MS = 10_000;

export type ListedPage = ApplicationPage & {
  /** The time of the fetch and the number of applications at that time. Later events update `counts`. */
  readonly read: { readonly at: number; readonly total: number };
  /** The cursor was stale, so this is the first page. */
  restarted?: boolean;
};

const asRead = (page: ApplicationPage): ListedPage => ({
  ...page,
  read: { at: performance.now(), total: page.counts.total },
});

export const pageOptions = (query: ApplicationQuery) =>
  queryOptions({
    queryKey: [...LISTS, query],
    queryFn: async ({ signal }): Promise<ListedPage> => {
      try {
        return asRead(await listApplications(query, signal));
      } catch (cause) {
        if (query.cursor === undefined || !isStaleCursor(cause)) throw cause;
        const page = await listApplications({ ...query, cursor: undefined }, signal);
        return { ...asRead(page), restarted: true };
      }
    },
    staleTime: STALE_AFTER_MS,
    meta: { failure: { title: admin.toasts.error, description: admin.toasts.fetchFailed } },
  });

export function useApplicationList(query: ApplicationQuery) {
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    ...pageOptions(query),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  return {
    list: data,
    /** The rows belong to the previous page or filter. */
    isOld: isPlaceholderData,
    state: isFetching ? 'loading' : isError ? 'failed' : 'ready',
    reload: () => void refetch(),
  } as const;
}

/**
 * The cache of server data for the pages of signed-in users (TanStack Query). A page shows cached data immediately and
 * fetches it again. When the user changes, the cache is cleared.
 *
 *     const list = useQuery({
 *       queryKey: ['applications', query],
 *       queryFn: ({ signal }) => listApplications(query, signal),
 *       meta: { failure: { title: 'Error', description: 'Failed to fetch applications' } },
 *     });
 */
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { showToast, type ToastMessage } from '../../components/feedback/toast-store';
import { sessionState } from '../../session/session-state';

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure` is the toast shown when the query fails. */
    queryMeta: { failure?: Pick<ToastMessage, 'title' | 'description'> };
  }
}

export const queryCache = new QueryClient({
  queryCache: new QueryCache({
    onError: (cause, { queryKey, meta }) => {
      console.warn(`The query ${String(queryKey[0])} failed.`, cause);
      if (meta?.failure) showToast({ ...meta.failure, variant: 'destructive' });
    },
  }),
  defaultOptions: {
    queries: {
      // api/transport/request.ts retries temporary failures.
      retry: false,
      // Being offline is treated as a failure, with a Retry button.
      networkMode: 'always',
      // Rows must not move under the pointer.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

// A page from the back/forward cache may be outdated.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void queryCache.invalidateQueries();
});

sessionState.subscribe(({ type }) => {
  if (type === 'SIGNED_OUT' || type === 'SIGNED_IN') queryCache.clear();
});

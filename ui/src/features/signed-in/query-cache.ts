/**
 * What the server has answered to the person who is signed in, for the pages behind RequireRole (TanStack Query).
 * A page shows what it has at once and asks again each time. Nothing is kept for another person.
 *
 *     const list = useQuery({
 *       queryKey: ['applications', query],
 *       queryFn: ({ signal }) => listApplications(query, signal),
 *       meta: { failure: { title: 'Error', description: 'Failed to fetch applications' } },
 *     });
 */
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { showToast, type ToastMessage } from '../../components/toast-store';
import { sessionBoard } from '../../session/session-board';

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure` is shown as a toast. */
    queryMeta: { failure?: Pick<ToastMessage, 'title' | 'description'> };
  }
}

export const queryCache = new QueryClient({
  queryCache: new QueryCache({
    onError: (cause, { queryKey, meta }) => {
      console.warn(`The query ${queryKey.join(' ')} failed.`, cause);
      if (meta?.failure) showToast({ ...meta.failure, variant: 'destructive' });
    },
  }),
  defaultOptions: {
    queries: {
      // api/request.ts waits out passing faults.
      retry: false,
      // Offline is a failure that the page tells, with a way to try again.
      networkMode: 'always',
      // Rows do not move by themselves under the pointer.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

sessionBoard.subscribe(({ type }) => {
  if (type === 'SIGNED_OUT' || type === 'SIGNED_IN') queryCache.clear();
});

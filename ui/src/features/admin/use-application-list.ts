/** Loads the list for the current filters; the old rows stay on screen meanwhile. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { listApplications, type ApplicationDetail, type ApplicationPage } from '../../api/review';
import { admin } from '../../content/admin';
import { PAGE_SIZE, type ApplicationFilters } from './use-application-filters';

/** Updates the decided row in place: no row moves, even if it no longer matches the filter. */
function withDecision(list: ApplicationPage, decided: ApplicationDetail): ApplicationPage {
  const before = list.items.find(({ id }) => id === decided.id)?.status;
  const { id, status, reviewed_at } = decided;
  const counts = { ...list.counts };
  if (before !== undefined && before !== status) {
    counts[before] -= 1;
    counts[status] += 1;
  }
  return {
    ...list,
    counts,
    items: list.items.map((item) => (item.id === id ? { ...item, status, reviewed_at } : item)),
  };
}

export function useApplicationList(query: ApplicationFilters['query']) {
  const cache = useQueryClient();
  const queryKey = ['applications', query];
  const { q, status, page } = query;
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      listApplications(
        {
          q: q === '' ? undefined : q,
          status: status === 'all' ? undefined : status,
          limit: PAGE_SIZE,
          offset: (page - 1) * PAGE_SIZE,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    meta: { failure: { title: admin.toasts.error, description: admin.toasts.fetchFailed } },
  });
  return {
    list: data,
    state: isFetching ? 'loading' : isError ? 'failed' : 'ready',
    reload: () => void refetch(),
    noteDecision: (decided: ApplicationDetail) =>
      cache.setQueryData<ApplicationPage>(queryKey, (list) => list && withDecision(list, decided)),
  } as const;
}

/** Search, status filter and page of the list of applications, all in the address. */
import { useQueryFilters } from '../../lib/use-query-filters';

export const PAGE_SIZE = 25;

export const STATUSES = ['pending', 'approved', 'rejected'] as const;

export function useApplicationFilters() {
  const { filters, isFiltered, setFilter, clear } = useQueryFilters({
    q: 'text',
    status: ['all', ...STATUSES],
    page: 'place',
  });
  const asked = Number(filters.page);
  /** Counted from 1. */
  const page = Number.isInteger(asked) && asked > 0 ? asked : 1;
  return {
    query: { q: filters.q.trim(), status: filters.status, page },
    // A page beyond the last one is left by the same way as a search that finds nothing.
    isNarrowed: isFiltered,
    search: (text: string) => setFilter('q', text),
    choose: (status: string) => setFilter('status', status),
    turnTo: (next: number) => setFilter('page', next === 1 ? '' : String(next)),
    clear,
  };
}

export type ApplicationFilters = ReturnType<typeof useApplicationFilters>;

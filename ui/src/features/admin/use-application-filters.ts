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
    // Includes the page number: Clear filters also leads back from beyond the last page.
    isNarrowed: isFiltered,
    search: (text: string) => setFilter('q', text),
    choose: (status: string) => setFilter('status', status),
    turnTo: (next: number) => setFilter('page', next === 1 ? '' : String(next)),
    clear,
  };
}

export type ApplicationFilters = ReturnType<typeof useApplicationFilters>;

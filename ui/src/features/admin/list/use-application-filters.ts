/** The search, the filters, the order and the page of the list are in the URL. */
import { useQueryClient } from '@tanstack/react-query';
import type {
  ApplicationQuery,
  ApplicationSort,
  SortOrder,
} from '../../../api/review/applications';
import { useUrlState } from '../../../lib/hooks/use-url-state';
import { useQueryFilters } from '../../../lib/hooks/use-query-filters';
import { filterParameters, type FilterName, type ListFilter } from './list-filter';
import { PAGE_SIZE, type PageAddress } from './page-position';
import { markListsStale } from '../review-cache';

const STATUSES = ['pending', 'approved', 'rejected'] as const;

/** Counted in characters, as on the server. */
export const MAX_SEARCH_LENGTH = 200;

/** The first one is the default. */
const SORTS = ['submitted_at', 'name', 'email', 'teaching_position', 'status'] as const;

/** Dates start with the newest, text columns with A. */
const firstOrder = (sort: ApplicationSort): SortOrder => (sort === 'submitted_at' ? 'desc' : 'asc');

const isSort = (text: string): text is ApplicationSort =>
  (SORTS as readonly string[]).includes(text);

export function useApplicationFilters() {
  const cache = useQueryClient();
  const { change } = useUrlState();
  const { filters, isFiltered, setFilter, clear } = useQueryFilters({
    q: 'text',
    status: ['all', ...STATUSES],
    state: 'text',
    subject: 'text',
    from: 'text',
    to: 'text',
    notes: 'text',
    sort: SORTS,
    order: ['usual', 'asc', 'desc'],
    cursor: 'position',
    at: 'position',
  });
  const { sort, cursor, at } = filters;
  const q = filters.q.trim().slice(0, MAX_SEARCH_LENGTH);
  const order = filters.order === 'usual' ? firstOrder(sort) : filters.order;
  const query: ApplicationQuery = {
    ...(q === '' ? {} : { q }),
    ...(filters.status === 'all' ? {} : { status: filters.status }),
    ...filterParameters(filters),
    sort,
    order,
    limit: PAGE_SIZE,
    ...(cursor === '' ? {} : { cursor }),
  };

  /** Fetches the list again, even if it is cached. */
  const set = (name: Parameters<typeof setFilter>[0], value: string) => {
    markListsStale(cache);
    setFilter(name, value);
  };

  const sortBy = (by: string, wanted: SortOrder) => {
    if (!isSort(by)) return;
    set('sort', by);
    set('order', wanted === firstOrder(by) ? 'usual' : wanted);
  };

  return {
    query,
    at,
    filter: filters as ListFilter,
    setFilter: (name: FilterName, value: string) => set(name, value),
    // Includes the page, so that Clear filters also leaves a page beyond the last one.
    isNarrowed: isFiltered,
    search: (text: string) => set('q', text),
    choose: (status: string) => set('status', status),
    sortBy,
    /** Sorts by this column, or reverses the order if the list is sorted by it. */
    toggleSort(by: string) {
      if (!isSort(by)) return;
      const other = order === 'asc' ? 'desc' : 'asc';
      sortBy(by, by === sort ? other : firstOrder(by));
    },
    /** `replace` replaces the history entry. */
    turnTo(
      page: PageAddress,
      { replace = false, open }: { replace?: boolean; open?: string } = {},
    ) {
      const edit = (next: URLSearchParams) => {
        for (const [name, value] of Object.entries(page)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        if (open !== undefined) next.set('application', open);
      };
      change(edit, { push: !replace });
    },
    clear() {
      markListsStale(cache);
      clear();
    },
  };
}

export type ApplicationFilters = ReturnType<typeof useApplicationFilters>;

/** The search, the filters, the order and the page of the list are in the URL. */
import { admin } from '../../../content/membership/admin';
import { usStates } from '../../../content/membership/us-states';
import { shortDate } from '../../../lib/format';
import { useQueryClient } from '@tanstack/react-query';
import type { ApplicationQuery } from '../../../api/review/applications';
import { useUrlState } from '../../../lib/hooks/use-url-state';
import { useQueryFilters } from '../../../lib/hooks/use-query-filters';
import type { PageAddress } from './pages';
import { given, PAGE_SIZE, searchText, sortingBy } from './paged-list';
import { markListsStale } from '../review-cache';

type FilterName = 'state' | 'subject' | 'from' | 'to' | 'notes';

/**
 * Each is empty if it is not given. `from` and `to` are days in local time, and `to` is included. `notes` is 'with' or
 * 'without'.
 */
type ListFilter = Readonly<Record<FilterName, string>>;

/** While 2026 is typed, the field has the years 2, 20 and 202. */
const DAY = /^((?:19|20)\d\d)-(\d\d)-(\d\d)$/;

export const isDay = (text: string): boolean => DAY.test(text);

/** The beginning of the day in local time, `later` days after it. Undefined for anything but a day. */
export function startOf(day: string, later = 0): string | undefined {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

const hasNotesFor = new Map([
  ['with', true],
  ['without', false],
]);

/** The filter by state for all texts that are no known state. */
export const OTHER_PLACES: string = admin.list.states.otherPlaces;

function placeOf(state: string) {
  if (state === '') return {};
  return state === OTHER_PLACES ? { otherPlaces: true } : { state: [state] };
}

/** The parameters of a request. Parameters that are not given are left out. */
export function filterParameters({ state, subject, from, to, notes }: ListFilter) {
  const hasNotes = hasNotesFor.get(notes);
  const submittedAfter = startOf(from);
  const submittedBefore = startOf(to, 1);
  return {
    ...placeOf(state.trim()),
    ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
    ...(submittedAfter === undefined ? {} : { submittedAfter }),
    ...(submittedBefore === undefined ? {} : { submittedBefore }),
    ...(hasNotes === undefined ? {} : { hasNotes }),
  };
}

export const stateName = (state: string): string =>
  usStates.find(([code]) => code === state.toUpperCase())?.[1] ?? state;

export function namedFilters(filter: ListFilter): { name: FilterName; text: string }[] {
  const words = admin.list.filters;
  const named = [
    { name: 'state', text: words.chips.state(stateName(filter.state)) },
    { name: 'subject', text: words.chips.subject(filter.subject) },
    { name: 'from', text: words.chips.from(shortDate(filter.from)) },
    { name: 'to', text: words.chips.to(shortDate(filter.to)) },
    {
      name: 'notes',
      text: words.notesOptions.find(({ value }) => value === filter.notes)?.label ?? '',
    },
  ] as const;
  return named.filter(({ name, text }) => filter[name].trim() !== '' && text !== '');
}

const STATUSES = ['pending', 'approved', 'rejected'] as const;

const SORTS = ['submitted_at', 'name', 'email', 'teaching_position', 'status'] as const;

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

  /** Fetches the list again, even if it is cached. */
  const set = (name: Parameters<typeof setFilter>[0], value: string) => {
    markListsStale(cache);
    setFilter(name, value);
  };

  const { status, cursor, at } = filters;
  const sorting = sortingBy(SORTS, filters, set);
  const query: ApplicationQuery = {
    ...given({ q: searchText(filters.q), status }),
    ...filterParameters(filters),
    sort: sorting.by,
    order: sorting.order,
    limit: PAGE_SIZE,
    ...given({ cursor }),
  };

  return {
    query,
    at,
    filter: filters as ListFilter,
    setFilter: set,
    // Includes the page, so that Clear filters also leaves a page beyond the last one.
    isNarrowed: isFiltered,
    sorting,
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

export type Filters = ReturnType<typeof useApplicationFilters>;

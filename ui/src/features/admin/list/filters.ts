/** The search, the filters, the order and the page of the list are in the URL. */
import { admin } from '../../../content/membership/admin';
import { regions, target } from '../../../content/membership/target';
import { usStates } from '../../../content/membership/us-states';
import { shortDate } from '../../../lib/format';
import { useQueryClient } from '@tanstack/react-query';
import type { ApplicationQuery } from '../../../api/review/applications';
import { useUrlState } from '../../../lib/hooks/use-url-state';
import { type Filters as Read, useQueryFilters } from '../../../lib/hooks/use-query-filters';
import type { PageAddress } from './pages';
import { given, searchText, sortingBy } from './paged-list';
import { markListsStale } from '../review-cache';

const STATUSES = ['pending', 'approved', 'rejected'] as const;

const SORTS = [
  'submitted_at',
  'name',
  'email',
  'teaching_position',
  'status',
  'marks',
  'changed_at',
] as const;

/**
 * `state` and `region` are lists with commas. `from` and `to` are days in local time, and `to` is included. `notes` is 'with'
 * or 'without'.
 */
const PARAMETERS = {
  q: 'text',
  status: ['all', ...STATUSES],
  state: 'text',
  region: 'text',
  subject: 'text',
  from: 'text',
  to: 'text',
  notes: 'text',
  mark: ['all', 'yes', 'maybe', 'no', 'none'],
  team: ['all', 'yes', 'divided', 'no', 'none'],
  changes: ['all', 'requested', 'made', 'none'],
  sort: SORTS,
  order: ['usual', 'asc', 'desc'],
  cursor: 'position',
  at: 'position',
} as const;

type ListFilter = Omit<
  Read<typeof PARAMETERS>,
  'q' | 'status' | 'sort' | 'order' | 'cursor' | 'at'
>;

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

export const listed = (text: string): string[] => {
  const all = text.split(',').map((one) => one.trim());
  return [...new Set(all)].filter(Boolean);
};

const regionsIn = (text: string) => regions.filter(({ value }) => listed(text).includes(value));

/** The list with `one`, or without it if it has it. */
export function toggled(text: string, one: string): string {
  const now = listed(text);
  return (now.includes(one) ? now.filter((each) => each !== one) : [...now, one]).join(',');
}

function placesIn({ state, region }: Pick<ListFilter, 'state' | 'region'>) {
  const places = listed(state);
  const states = places.filter((place) => place !== OTHER_PLACES);
  const chosen = regionsIn(region).map(({ value }) => value);
  return {
    ...(states.length > 0 && { state: states }),
    ...(chosen.length > 0 && { region: chosen }),
    ...(places.includes(OTHER_PLACES) && { otherPlaces: true }),
  };
}

/** The parameters of a request. Parameters that are not given are left out. */
export function filterParameters(filter: ListFilter) {
  const { subject, from, to, notes, mark, team, changes } = filter;
  const hasNotes = hasNotesFor.get(notes);
  const submittedAfter = startOf(from);
  const submittedBefore = startOf(to, 1);
  return {
    ...placesIn(filter),
    ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
    ...(submittedAfter === undefined ? {} : { submittedAfter }),
    ...(submittedBefore === undefined ? {} : { submittedBefore }),
    ...(hasNotes === undefined ? {} : { hasNotes }),
    ...given({ mark, team, changes }),
  };
}

export const stateName = (state: string): string =>
  usStates.find(([code]) => code === state.toUpperCase())?.[1] ?? state;

type NamedFilter = {
  name: keyof ListFilter;
  text: string;
  /** The value that remains without it. */
  rest: string;
};

export function namedFilters(filter: ListFilter): NamedFilter[] {
  const words = admin.list.filters;
  const { chips } = words;
  const typed = (name: 'subject' | 'from' | 'to', textOf: (text: string) => string) =>
    filter[name].trim() === '' ? [] : [{ name, text: textOf(filter[name]), rest: '' }];
  const chosen = (name: 'mark' | 'team' | 'changes') => {
    const { label, options } = target.filters[name];
    const option = options.find(({ value }) => value === filter[name]);
    return option && option.value !== 'all'
      ? [{ name, text: chips.choice(label, option.label), rest: 'all' }]
      : [];
  };
  const notes = words.notesOptions.find(({ value }) => value === filter.notes);
  return [
    ...listed(filter.state).map((state) => ({
      name: 'state' as const,
      text: chips.state(stateName(state)),
      rest: toggled(filter.state, state),
    })),
    ...regionsIn(filter.region).map(({ value, label }) => ({
      name: 'region' as const,
      text: chips.region(label),
      rest: toggled(filter.region, value),
    })),
    ...typed('subject', chips.subject),
    ...typed('from', (day) => chips.from(shortDate(day))),
    ...typed('to', (day) => chips.to(shortDate(day))),
    ...(notes ? [{ name: 'notes' as const, text: notes.label, rest: '' }] : []),
    ...chosen('mark'),
    ...chosen('team'),
    ...chosen('changes'),
  ];
}

/** `limit` is the number of rows on a page. */
export function useApplicationFilters(limit: number) {
  const cache = useQueryClient();
  const { change } = useUrlState();
  const { filters, isFiltered, setFilter, clear } = useQueryFilters(PARAMETERS);

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
    limit,
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

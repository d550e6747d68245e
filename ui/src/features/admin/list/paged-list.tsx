/** What the lists of the dashboard have in common: the request for a page, the search, the order, the rows and the pages. */
import {
  keepPreviousData,
  type QueryKey,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
import { codeOf } from '../../../api/errors';
import { Button } from '../../../components/controls/button';
import { SelectField } from '../../../components/forms/fields';
import { SearchField } from '../../../components/forms/search-field';
import { type Column, DataList, type Sorting } from '../../../components/lists/data-list';
import { ListStates } from '../../../components/lists/list-states';
import { admin } from '../../../content/membership/admin';

const PAGE_SIZE = 25;
/** Counted in characters, as on the server. */
const MAX_SEARCH_LENGTH = 200;

export const searchText = (typed: string): string => typed.trim().slice(0, MAX_SEARCH_LENGTH);

type Given<Filters> = { [Name in keyof Filters]?: Exclude<Filters[Name], '' | 'all'> };

/** The parameters of a request. Filters that are not set are left out. */
export function given<Filters extends Readonly<Record<string, string>>>(filters: Filters) {
  const set = Object.entries(filters).filter(([, value]) => value !== '' && value !== 'all');
  return Object.fromEntries(set) as Given<Filters>;
}

type Read<Query, Page> = (query: Query, signal: AbortSignal) => Promise<Page>;

/** A cursor of another list, such as one in an old link, reads the first page. */
export async function readPage<Query extends { cursor?: string | undefined }, Page extends object>(
  read: Read<Query, Page>,
  query: Query,
  signal: AbortSignal,
): Promise<Page & { restarted?: boolean }> {
  try {
    return await read(query, signal);
  } catch (cause) {
    if (query.cursor === undefined || codeOf(cause) !== 'invalid_cursor') throw cause;
    return { ...(await read({ ...query, cursor: undefined }, signal)), restarted: true };
  }
}

/** Loads a page of a list and shows the previous rows until the page arrives. */
export function usePagedList<Page, Key extends QueryKey>(
  options: UseQueryOptions<Page, Error, Page, Key>,
) {
  const { data, dataUpdatedAt, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    ...options,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  return {
    list: data,
    readAt: dataUpdatedAt,
    /** The rows belong to the previous page or filter. */
    isOld: isPlaceholderData,
    state: isFetching ? 'loading' : isError ? 'failed' : 'ready',
    reload: refetch,
    rows: useRef<HTMLDivElement>(null),
  } as const;
}

type ListFilters = Readonly<Record<'q' | 'cursor', string>>;

/** Loads the page that the filters name. */
export function useFilteredList<Filters extends ListFilters, Page extends object>(
  queryKey: readonly string[],
  read: Read<Given<Filters> & { limit: number }, Page>,
  filters: Filters,
  refetchInterval: number | false = false,
) {
  const query = { ...given({ ...filters, q: searchText(filters.q) }), limit: PAGE_SIZE };
  return usePagedList({
    queryKey: [...queryKey, query],
    queryFn: ({ signal }) => readPage(read, query, signal),
    refetchInterval,
  });
}

/** The first of `sorts` is a date, which begins with the newest. Texts begin with A. */
export function sortingBy<Sort extends string>(
  sorts: readonly Sort[],
  filters: { readonly sort: Sort; readonly order: 'usual' | 'asc' | 'desc' },
  setFilter: (name: 'sort' | 'order', value: string) => void,
) {
  const usual = (sort: string) => (sort === sorts[0] ? 'desc' : 'asc');
  const { sort: by } = filters;
  const order = filters.order === 'usual' ? usual(by) : filters.order;
  const sortBy = (sort: string, wanted: string) => {
    setFilter('sort', sort);
    setFilter('order', wanted === usual(sort) ? 'usual' : wanted);
  };
  const other = order === 'asc' ? 'desc' : 'asc';
  return {
    by,
    order,
    sortBy,
    /** Sorts by this column, or reverses the order if the list is sorted by it. */
    onSort: (sort: string) => sortBy(sort, sort === by ? other : usual(sort)),
  } as const;
}

type SortProps = {
  sorting: Pick<ReturnType<typeof sortingBy>, 'by' | 'order' | 'sortBy'>;
  orders: Readonly<Record<string, string>>;
  className?: string;
};

/** Usually for phones, which show no column headings. */
export function SortField({ sorting, orders, className = 'md:hidden' }: SortProps) {
  return (
    <SelectField
      name="sort"
      label={admin.list.sort}
      value={`${sorting.by}-${sorting.order}`}
      onChange={({ target }) => {
        const [by = '', order = ''] = target.value.split('-');
        sorting.sortBy(by, order);
      }}
      options={Object.entries(orders).map(([value, label]) => ({ value, label }))}
      className={className}
    />
  );
}

type SearchProps = {
  label: string;
  hint?: string;
  filters: { filters: { q: string }; setFilter(name: 'q', text: string): void };
  className: string;
  /** Further filters. */
  children?: ReactNode;
};

export function ListSearch({ label, hint, filters, className, children }: SearchProps) {
  return (
    <search className="xl:grow">
      <form className={className} onSubmit={(event) => event.preventDefault()}>
        <SearchField
          name="q"
          label={label}
          placeholder={hint}
          maxLength={MAX_SEARCH_LENGTH}
          value={filters.filters.q}
          onSearch={(text) => filters.setFilter('q', text)}
        />
        {children}
      </form>
    </search>
  );
}

/** The focus and the view of a page that was turned. */
export function showTop(rows: RefObject<HTMLElement | null>): void {
  rows.current?.focus({ preventScroll: true });
  rows.current?.scrollIntoView();
}

type PagerProps<To> = {
  label: string;
  shown: ReactNode;
  previous: To | null;
  next: To | null;
  onTurn(to: To): void;
  /** Settings of the rows. */
  children?: ReactNode;
};

export function Pager<To>(props: PagerProps<To>) {
  const { label, shown, previous, next, onTurn, children } = props;
  const { previousPage, nextPage } = admin.list;
  /** aria-disabled instead of disabled, so that the pressed button keeps the focus. */
  const turn = (name: string, to: To | null) => (
    <Button
      variant="secondary"
      aria-disabled={to === null}
      onClick={() => to !== null && onTurn(to)}
    >
      {name}
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <output className="block text-sm text-muted">{shown}</output>
      {children}
      {(previous ?? next) !== null && (
        <nav aria-label={label} className="flex gap-3">
          {turn(previousPage, previous)}
          {turn(nextPage, next)}
        </nav>
      )}
    </div>
  );
}

type PageOf<Row> = { items: Row[]; prev_cursor: string | null; next_cursor: string | null };

type RowsProps<Row> = {
  list: ReturnType<typeof usePagedList<PageOf<Row>, QueryKey>>;
  filters: {
    isFiltered: boolean;
    clear(): void;
    setFilter(name: 'cursor', cursor: string, options: { push: boolean }): void;
  };
  words: {
    caption: string;
    loading: string;
    failed: string;
    empty: string;
    noneFound: string;
    pages: string;
  };
  columns: readonly Column<Row>[];
  sorting?: Sorting;
  shown: string;
};

/** The rows of a list that has no live updates. */
export function PagedRows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { filters, words, columns, sorting, shown } = props;
  const { list, isOld, state, reload, rows } = props.list;
  const turnTo = (cursor: string) => {
    // While a page loads, the cursor belongs to the previous one.
    if (isOld) return;
    filters.setFilter('cursor', cursor, { push: true });
    showTop(rows);
  };
  return (
    <>
      <ListStates
        words={{ ...admin.list, ...words }}
        state={state}
        count={list?.items.length}
        onRetry={() => void reload()}
        onClear={filters.isFiltered ? filters.clear : undefined}
        ref={rows}
      >
        <DataList
          caption={words.caption}
          columns={columns}
          rows={list?.items ?? []}
          {...(sorting && { sorting })}
        />
      </ListStates>
      {list !== undefined && (
        <Pager
          label={words.pages}
          shown={isOld ? words.loading : shown}
          previous={list.prev_cursor}
          next={list.next_cursor}
          onTurn={turnTo}
        />
      )}
    </>
  );
}

/** What the tabs of accounts and of the audit log read. The search, the filters, the order and the page are in the URL. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { codeOf } from '../../../api/errors';
import {
  type AuditQuery,
  getUser,
  listAuditEvents,
  listUsers,
  type UserPage,
  type UserQuery,
} from '../../../api/admin/users';
import { useQueryFilters } from '../../../lib/hooks/use-query-filters';
import { useUrlState } from '../../../lib/hooks/use-url-state';

/** The key of everything that an act on an account changes. */
export const USERS = ['admin-users'] as const;

const PAGE_SIZE = 25;
/** The server's limit. */
export const MAX_SEARCH = 200;

export const ROLES = ['admin', 'moderator', 'partner', 'member', 'applicant'] as const;
export const STATES = ['active', 'unverified', 'disabled'] as const;
const SORTS = ['created_at', 'name', 'email'] as const;
type Sort = (typeof SORTS)[number];

const firstOrder = (sort: Sort) => (sort === 'created_at' ? 'desc' : 'asc');
const isSort = (text: string): text is Sort => (SORTS as readonly string[]).includes(text);

/** The names differ from those of the Applications tab. */
export function useUserFilters() {
  const { change } = useUrlState();
  const { filters, isFiltered, setFilter, clear } = useQueryFilters({
    person: 'text',
    role: ['all', ...ROLES],
    account: ['all', ...STATES],
    by: SORTS,
    direction: ['usual', 'asc', 'desc'],
    page: 'position',
  });
  const { by, role, account, page } = filters;
  const q = filters.person.trim().slice(0, MAX_SEARCH);
  const order = filters.direction === 'usual' ? firstOrder(by) : filters.direction;
  const query: UserQuery = {
    sort: by,
    order,
    limit: PAGE_SIZE,
    ...(q !== '' && { q }),
    ...(role !== 'all' && { role }),
    ...(account !== 'all' && { state: account }),
    ...(page !== '' && { cursor: page }),
  };
  const sortBy = (sort: string, wanted: string) => {
    if (!isSort(sort)) return;
    setFilter('by', sort);
    setFilter('direction', wanted === firstOrder(sort) ? 'usual' : wanted);
  };
  return {
    query: { ...query, sort: by, order } as const,
    filters,
    isFiltered,
    setFilter,
    clear,
    sortBy,
    toggleSort: (sort: string) =>
      isSort(sort) &&
      sortBy(sort, sort === by ? (order === 'asc' ? 'desc' : 'asc') : firstOrder(sort)),
    turnTo: (cursor: string) => change((next) => next.set('page', cursor), { push: true }),
  };
}

export function useUserList(query: UserQuery) {
  return useQuery({
    queryKey: [...USERS, 'list', query],
    queryFn: async ({ signal }): Promise<UserPage> => {
      try {
        return await listUsers(query, signal);
      } catch (cause) {
        // The cursor in a kept link is from another filter or an older server.
        if (query.cursor === undefined || codeOf(cause) !== 'invalid_cursor') throw cause;
        return listUsers({ ...query, cursor: undefined }, signal);
      }
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export const useUser = (id: string) =>
  useQuery({
    queryKey: [...USERS, 'one', id],
    queryFn: ({ signal }) => getUser(id, signal),
    enabled: id !== '',
    refetchOnMount: 'always',
  });

export const useAuditLog = (query: AuditQuery) =>
  useInfiniteQuery({
    queryKey: [...USERS, 'audit', query],
    queryFn: ({ signal, pageParam }) =>
      listAuditEvents({ ...query, ...(pageParam !== '' && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchOnMount: 'always',
  });

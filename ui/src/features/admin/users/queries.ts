/** What the tabs of accounts and of the audit log read. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AuditQuery, getUser, listAuditEvents } from '../../../api/admin/users';

/** The key of everything that an act on an account changes. */
export const USERS = ['admin-users'] as const;

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

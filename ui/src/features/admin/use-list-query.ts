/**
 * Search, status filter and page of the list, all in the address, so that Back, reload and a sent link show the same.
 */
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ApplicationStatus } from '../../api/review';

export const PAGE_SIZE = 25;

export type ListQuery = {
  readonly q: string;
  readonly status: ApplicationStatus | undefined;
  /** Counted from 1. */
  readonly page: number;
};

const STATUSES: readonly ApplicationStatus[] = ['pending', 'approved', 'rejected'];

function readQuery(params: URLSearchParams): ListQuery {
  const page = Number(params.get('page') ?? 1);
  return {
    q: params.get('q') ?? '',
    status: STATUSES.find((status) => status === params.get('status')),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

export function useListQuery() {
  const [params, setParams] = useSearchParams();
  // Two changes in a row build on each other, even before the first one is on screen.
  const intended = useRef(params);
  useEffect(() => {
    intended.current = params;
  }, [params]);

  /** A filter replaces the entry in the history; turning a page adds one. A filter starts at page 1 again. */
  const change = (part: Partial<ListQuery>) => {
    const next = new URLSearchParams(intended.current);
    const { q, status, page } = { ...readQuery(next), page: 1, ...part };
    const set = (name: string, value: string) => {
      if (value === '') next.delete(name);
      else next.set(name, value);
    };
    set('q', q);
    set('status', status ?? '');
    set('page', page === 1 ? '' : String(page));
    intended.current = next;
    setParams(next, { replace: part.page === undefined, preventScrollReset: true });
  };

  return { query: readQuery(params), change };
}

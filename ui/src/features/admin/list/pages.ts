/**
 * The position of a page in the list. A cursor does not contain it, so the URL does. It becomes unknown when the length of the
 * list changes, for example by another administrator's decision or a new application.
 */
import {
  type ApplicationPage,
  type ApplicationStatus,
  type ApplicationQuery,
} from '../../../api/review/applications';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../../content/membership/admin';
import { LISTS, readList } from '../review-cache';
import { readPage } from './paged-list';

/** The query parameters of a page. `at` is `first-total`. Both are empty for the first page. */
export type PageAddress = { readonly cursor: string; readonly at: string };

export const FIRST_PAGE: PageAddress = { cursor: '', at: '' };

type Page = Pick<
  ApplicationPage,
  'items' | 'total' | 'total_is_exact' | 'limit' | 'next_cursor' | 'prev_cursor'
>;

/** The numbers of the first and the last row, from 1; null if they are unknown or the page is empty. */
export function positionOf(page: Page, at: string): { first: number; last: number } | null {
  const rows = page.items.length;
  if (rows === 0) return null;
  if (page.prev_cursor === null) return { first: 1, last: rows };
  if (page.next_cursor === null && page.total_is_exact) {
    return { first: page.total - rows + 1, last: page.total };
  }
  const [, first, total] = /^([1-9]\d{0,8})-(\d{1,9})$/.exec(at) ?? [];
  if (first === undefined || Number(total) !== page.total) return null;
  return { first: Number(first), last: Number(first) + rows - 1 };
}

/** The number of rows that a decision has removed from the filter since the page was read. */
export const leftOn = ({ items }: Page, status: ApplicationStatus | undefined): number =>
  items.filter((item) => status !== undefined && item.status !== status).length;

export type Direction = 'next' | 'previous';

/** Null at the end of the list. */
export function adjacentPage(
  page: Page,
  at: string,
  status: ApplicationStatus | undefined,
  direction: Direction,
): PageAddress | null {
  const cursor = direction === 'next' ? page.next_cursor : page.prev_cursor;
  if (cursor === null) return null;
  const position = positionOf(page, at);
  if (position === null) return { cursor, at: '' };
  const left = leftOn(page, status);
  const first =
    direction === 'next' ? position.last + 1 - left : Math.max(1, position.first - page.limit);
  const total = page.total_is_exact ? page.total - left : page.total;
  return { cursor, at: `${first}-${total}` };
}

/** A page that was fetched to find the next application is shown without a second fetch. */
const STALE_AFTER_MS = 10_000;

export type ListedPage = ApplicationPage & {
  /** The time of the fetch and the number of applications at that time. Later events update `counts`. */
  readonly read: { readonly at: number; readonly total: number };
  /** The cursor was stale, so this is the first page. */
  restarted?: boolean;
};

export const pageOptions = (query: ApplicationQuery) =>
  queryOptions({
    queryKey: [...LISTS, query],
    queryFn: async ({ signal }): Promise<ListedPage> => {
      const page = await readPage(readList, query, signal);
      return { ...page, read: { at: performance.now(), total: page.counts.total } };
    },
    staleTime: STALE_AFTER_MS,
    meta: { failure: { title: admin.toasts.error, description: admin.toasts.fetchFailed } },
  });

/**
 * Where in the list a page stands. A cursor does not tell, so the place is remembered in the address while one turns the
 * pages, and counts only as long as the list has the same length: when others decide or apply meanwhile, nobody knows it.
 */
import type { ApplicationPage, ApplicationStatus } from '../../../api/review';

export const PAGE_SIZE = 25;

/** The numbers of the first and the last row of a page, counted from 1. */
export type Place = { readonly first: number; readonly last: number };

/** What the address says of a page: its cursor, and `at`, which is `first-total`; both blank for the first page. */
export type PageAddress = { readonly cursor: string; readonly at: string };

export const FIRST_PAGE: PageAddress = { cursor: '', at: '' };

type Page = Pick<
  ApplicationPage,
  'items' | 'total' | 'total_is_exact' | 'next_cursor' | 'prev_cursor'
>;

/** Null where nobody knows, and for a page without rows. */
export function placeOf(page: Page, at: string): Place | null {
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

export type Direction = 'next' | 'previous';

/** The address of the next or previous page, null at the end. `status` is the filter: rows decided here have left it. */
export function turned(
  page: Page,
  at: string,
  status: ApplicationStatus | undefined,
  direction: Direction,
): PageAddress | null {
  const cursor = direction === 'next' ? page.next_cursor : page.prev_cursor;
  if (cursor === null) return null;
  const place = placeOf(page, at);
  if (place === null) return { cursor, at: '' };
  const left = page.items.filter((item) => status !== undefined && item.status !== status).length;
  const first = direction === 'next' ? place.last + 1 - left : Math.max(1, place.first - PAGE_SIZE);
  const total = page.total_is_exact ? page.total - left : page.total;
  return { cursor, at: `${first}-${total}` };
}

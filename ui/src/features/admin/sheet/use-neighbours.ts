/** The previous and next application in the order of the list, across pages. */
import { useQueryClient } from '@tanstack/react-query';
import type { ApplicationPage, ApplicationSummary } from '../../../api/review/applications';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { PAGE_SIZE, type Direction, positionOf, adjacentPage } from '../list/page-position';
import type { ApplicationFilters } from '../list/use-application-filters';
import { pageOptions } from '../list/use-application-list';

const PAGES_SEARCHED = 20;
export const ROWS_SEARCHED = PAGES_SEARCHED * PAGE_SIZE;

export type Fits = (item: ApplicationSummary) => boolean;
export const anyApplication: Fits = () => true;
export const pendingApplication: Fits = ({ status }) => status === 'pending';

/** `far`: not in the searched rows, and more rows follow. */
export type Found = 'found' | 'none' | 'far' | 'failed';

type Options = {
  list: ApplicationPage | undefined;
  filters: ApplicationFilters;
  openId: string | null;
  onStep(id: string): void;
};

export function useNeighbours({ list, filters, openId, onStep }: Options) {
  const cache = useQueryClient();
  const { busy, run } = useSingleFlight();
  const { query, at, turnTo } = filters;
  const index = list?.items.findIndex(({ id }) => id === openId) ?? -1;
  const known = list !== undefined && index >= 0 ? { list, index } : null;

  /** The open application's position in the whole list; null if unknown. */
  const position = known && positionOf(known.list, at);
  const number = known && position ? position.first + known.index : null;

  const has = (direction: Direction): boolean =>
    known !== null &&
    (direction === 'next'
      ? known.index < known.list.items.length - 1 || known.list.next_cursor !== null
      : known.index > 0 || known.list.prev_cursor !== null);

  async function find(direction: Direction, fits: Fits): Promise<Found> {
    if (known === null) return 'none';
    const inOrder = (items: readonly ApplicationSummary[]) =>
      direction === 'next' ? items : items.toReversed();
    const { items } = known.list;
    const rest = direction === 'next' ? items.slice(known.index + 1) : items.slice(0, known.index);
    const near = inOrder(rest).find(fits);
    if (near !== undefined) {
      onStep(near.id);
      return 'found';
    }
    /** Reads page after page, because each names the next. */
    const search = async (page: ApplicationPage, from: string, left: number): Promise<Found> => {
      if (left === 0) return 'far';
      const address = adjacentPage(page, from, query.status, direction);
      if (address === null) return 'none';
      const next = await cache.fetchQuery({
        ...pageOptions({ ...query, cursor: address.cursor }),
        staleTime: 0,
      });
      const match = inOrder(next.items).find(fits);
      if (match === undefined) return search(next, address.at, left - 1);
      turnTo(address, { replace: true, open: match.id });
      return 'found';
    };
    return search(known.list, at, PAGES_SEARCHED);
  }

  return {
    number,
    busy,
    has,
    /** Shows the next application that matches. A call while another one is running does nothing. */
    async go(direction: Direction, fits: Fits): Promise<Found> {
      let found: Found = 'found';
      await run(async () => {
        found = await find(direction, fits).catch(() => 'failed' as const);
      });
      return found;
    },
  };
}

export type Neighbours = ReturnType<typeof useNeighbours>;

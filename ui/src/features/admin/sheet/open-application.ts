import { showToast } from '../../../components/feedback/toast';
import { admin } from '../../../content/membership/admin';
import { useQueryClient } from '@tanstack/react-query';
import type { ApplicationPage, ApplicationSummary } from '../../../api/review/applications';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { type Direction, positionOf, adjacentPage, pageOptions } from '../list/pages';
import type { Filters } from '../list/filters';
import { useOpened } from './opened';

export const useOpenApplication = () => useOpened('application');

const PAGES_SEARCHED = 20;

type Fits = (item: ApplicationSummary) => boolean;
const anyApplication: Fits = () => true;
const pendingApplication: Fits = ({ status }) => status === 'pending';

/** `far`: not in the searched rows, and more rows follow. */
type Found = 'found' | 'none' | 'far' | 'failed';

function report(found: Exclude<Found, 'found'>, isPending: boolean, searched: number): void {
  const none = isPending ? admin.decision.noPending : admin.detail.noneNext;
  const far = admin.decision.noPendingNear(searched);
  showToast({ title: { none, far, failed: admin.detail.nextFailed }[found] });
}

type Options = {
  list: ApplicationPage | undefined;
  filters: Filters;
  openId: string | null;
  onStep(id: string): void;
};

/** The previous and next application in the order of the list, across pages. */
export function useNeighbors({ list, filters, openId, onStep }: Options) {
  const cache = useQueryClient();
  const { run } = useSingleFlight();
  const { query, at, turnTo } = filters;
  const index = list?.items.findIndex(({ id }) => id === openId) ?? -1;
  /** From an application that the list lacks, the first one is the next. */
  const known = list === undefined || openId === null ? null : { list, index };

  /** The open application's position in the whole list; null if unknown. */
  const position = known && positionOf(known.list, at);
  const number = position && index >= 0 ? position.first + index : null;

  const has = (direction: Direction): boolean =>
    known !== null &&
    (direction === 'next'
      ? known.index < known.list.items.length - 1 || known.list.next_cursor !== null
      : index > 0 || (index === 0 && known.list.prev_cursor !== null));

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
    has,
    /** Shows the next application, or the next pending one. A call while another one is running does nothing. */
    go: (direction: Direction, isPending = false): void =>
      void run(async () => {
        const fits = isPending ? pendingApplication : anyApplication;
        const found = await find(direction, fits).catch(() => 'failed' as const);
        if (found !== 'found') report(found, isPending, PAGES_SEARCHED * query.limit);
      }),
  };
}

export type Neighbors = ReturnType<typeof useNeighbors>;

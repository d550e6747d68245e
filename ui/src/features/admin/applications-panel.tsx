/** The Applications tab: counts, filters, the list with its actions, and the dialog with one whole application. */
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApplicationPage, Decision } from '../../api/review';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ListStates } from '../../components/list-states';
import { Pager } from '../../components/pager';
import { admin, totalInWords } from '../../content/membership/admin';
import { viewButtonId } from './application-actions';
import { ApplicationDialog, type Notes } from './application-dialog';
import { ApplicationFilters } from './application-filters';
import { ApplicationRows } from './application-rows';
import { ExportButton } from './export-button';
import { FIRST_PAGE, placeOf, turned, type Direction } from './list-place';
import { LISTS, outdateLists } from './review-cache';
import { StatusFilter } from './status-filter';
import { useApplicationFilters } from './use-application-filters';
import { useApplicationList, type ListedPage } from './use-application-list';
import { useDecision } from './use-decision';
import { useLiveReview } from './use-live-review';
import { useNeighbours } from './use-neighbours';
import { useOpenApplication } from './use-open-application';

const words = { ...admin.list, failed: admin.toasts.fetchFailed };

/** Which of how many are shown. */
function shownText(list: ApplicationPage, at: string): string {
  const total = totalInWords(list.total, list.total_is_exact);
  const place = placeOf(list, at);
  if (place !== null) return words.shown(place.first, place.last, total);
  return list.items.length === 0 ? '' : words.shownSomewhere(list.items.length, total);
}

/** A cursor that was of no use leaves the address, and the first page stands there as if it had been asked for. */
function useRestart(
  list: ListedPage | undefined,
  filters: ReturnType<typeof useApplicationFilters>,
) {
  const cache = useQueryClient();
  const [restarted, setRestarted] = useState(false);
  const restart = useEffectEvent(() => {
    if (list?.restarted !== true) return;
    const { cursor: _, ...first } = filters.query;
    cache.setQueryData([...LISTS, first], { ...list, restarted: false });
    filters.turnTo(FIRST_PAGE, { replace: true });
    setRestarted(true);
  });
  useEffect(() => restart(), [list]);
  return [restarted, () => setRestarted(false)] as const;
}

export function ApplicationsPanel({ userId }: { userId: string }) {
  const cache = useQueryClient();
  const filters = useApplicationFilters();
  const { query, at } = filters;
  const { list, isOld, state, reload } = useApplicationList(query);
  const [restarted, forgetRestart] = useRestart(list, filters);
  const { openId, open, swap, close } = useOpenApplication();
  const neighbours = useNeighbours({ list, filters, openId, onStep: swap });
  const { decide, busy } = useDecision(reload);
  const { fresh, isChanged } = useLiveReview({ userId, query, list: isOld ? undefined : list });
  const news = fresh > 0 ? admin.live.fresh(fresh) : isChanged ? admin.live.changed : null;
  const [notes, setNotes] = useState<Notes>({});
  const results = useRef<HTMLDivElement>(null);

  /** The pressed button goes away with the decision: the focus moves on to that row's View. */
  const decideInRow = async (id: string, decision: Decision) => {
    const outcome = await decide(id, decision);
    if (outcome === null || outcome.is === 'failed') return;
    (document.getElementById(viewButtonId(id)) ?? results.current)?.focus();
  };

  /** Undefined at the end of the list. The next page is read from its top, and anew. */
  const turn = (direction: Direction) => {
    const page = list && turned(list, at, query.status, direction);
    if (!page) return undefined;
    return () => {
      // The rows are still those of the page before: the cursor would be, too.
      if (isOld) return;
      forgetRestart();
      outdateLists(cache);
      filters.turnTo(page);
      results.current?.focus({ preventScroll: true });
      results.current?.scrollIntoView();
    };
  };

  /** Reads the list from its beginning. The pressed button goes away: the focus moves to the rows. */
  const showFresh = () => {
    forgetRestart();
    outdateLists(cache);
    if (query.cursor === undefined) reload();
    else filters.turnTo(FIRST_PAGE);
    results.current?.focus({ preventScroll: true });
  };

  const matching =
    list && (query.q === undefined ? list.counts[query.status ?? 'total'] : list.total);
  const total = list && totalInWords(list.total, list.total_is_exact);
  const position =
    neighbours.number === null || total === undefined
      ? null
      : admin.detail.position(
          neighbours.number,
          total,
          query.q !== undefined
            ? admin.detail.found
            : query.status !== undefined
              ? admin.status[query.status].toLowerCase()
              : admin.detail.listed,
        );

  const exporting = matching !== undefined && (
    <ExportButton
      filter={query}
      isEmpty={matching === 0}
      count={totalInWords(matching, query.q === undefined || (list?.total_is_exact ?? true))}
    />
  );

  return (
    <div>
      <Card className="p-4 md:p-4 xl:pt-3">
        <div className="space-y-3">
          <div className="grid gap-3 md:max-xl:grid-cols-[1fr_auto] md:max-xl:items-end md:max-xl:*:first:col-span-2 xl:flex xl:items-center">
            <StatusFilter
              counts={list?.counts}
              value={query.status ?? 'all'}
              onChoose={filters.choose}
            />
            <ApplicationFilters filters={filters} />
            {/* As high with both buttons as with none: no row moves when there is something new. */}
            <div className="flex min-h-9 flex-wrap items-center md:max-xl:min-h-12 justify-between gap-3 max-sm:min-h-21 max-sm:content-start xl:shrink-0 xl:flex-nowrap">
              {exporting}
              <output className="sr-only">{news}</output>
              {news !== null && (
                <Button variant="secondary" size="small" onClick={showFresh}>
                  <RefreshCw aria-hidden="true" className="size-4" />
                  {news}
                </Button>
              )}
            </div>
          </div>
          {restarted && <Alert>{words.restarted}</Alert>}
          <ListStates
            words={words}
            state={state}
            count={list?.items.length}
            isNarrowed={filters.isNarrowed}
            onRetry={reload}
            onClear={filters.clear}
            ref={results}
          >
            <ApplicationRows
              applications={list?.items ?? []}
              sorting={{ by: query.sort, order: query.order, onSort: filters.toggleSort }}
              busy={busy}
              onView={open}
              onDecide={(id, decision) => void decideInRow(id, decision)}
            />
          </ListStates>
          {list !== undefined && (
            <Pager
              label={words.pages}
              previous={words.previousPage}
              next={words.nextPage}
              status={isOld ? words.loading : shownText(list, at)}
              onPrevious={turn('previous')}
              onNext={turn('next')}
            />
          )}
        </div>
      </Card>
      {openId !== null && (
        <ApplicationDialog
          id={openId}
          neighbours={neighbours}
          position={position}
          listsPending={query.status === undefined || query.status === 'pending'}
          busy={busy}
          decide={decide}
          notes={notes}
          onNotes={setNotes}
          onClose={close}
        />
      )}
    </div>
  );
}

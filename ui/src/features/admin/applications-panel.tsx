import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApplicationPage, ApplicationSummary, Decision } from '../../api/review/applications';
import { exportApplications, type ExportOptions } from '../../api/review/export';
import { Alert } from '../../components/feedback/alert';
import { Button } from '../../components/controls/button';
import { Card } from '../../components/layout/card';
import { ListStates } from '../../components/lists/list-states';
import { admin, totalInWords } from '../../content/membership/admin';
import { grouped } from '../../content/membership/application';
import { BulkControls, SelectButton } from './decide/bulk-controls';
import { FeaturesOff } from './features-off';
import { useBulkDecision, showRefusal, useDecision } from './decide/use-decisions';
import { useSelection } from './decide/selection';
import { viewButtonId } from './application';
import { ApplicationRows } from './list/application-rows';
import { SHEET_HEADING } from '../../components/dialogs/side-sheet';
import { ApplicationDialog, useIsBeside } from './sheet/application-dialog';
import {
  CompactButton,
  LetterKeysHint,
  MIN_SIZE,
  RowsPerPage,
  useRowSettings,
} from './list/row-settings';
import { useRowKeys } from './list/use-row-keys';
import { ApplicationFilters, StatusFilter, MoreFilters } from './list/application-filters';
import { ExportButton, useExport } from './list/export-button';
import { namedFilters, useApplicationFilters } from './list/filters';
import {
  type Direction,
  type PageAddress,
  FIRST_PAGE,
  adjacentPage,
  leftOn,
  positionOf,
  type ListedPage,
  pageOptions,
} from './list/pages';
import { Pager, showTop, usePagedList } from './list/paged-list';
import { COUNTS, LISTS, markListsStale } from './review-cache';
import { TargetStrip } from './target/target-strip';
import { useLiveReview } from './live/use-live-review';
import { useNeighbors, useOpenApplication } from './sheet/open-application';
import { useBlind } from './blind';
import { reading } from '../../content/membership/reading';

const words = { ...admin.list, failed: admin.toasts.fetchFailed };

/** `left` is the number of rows that no longer match, although they keep their place. */
function shownText(list: ApplicationPage, at: string, left: number, most: number): string {
  const rows = list.items.length - left;
  const total = totalInWords(Math.min(list.total - left, most), list.total_is_exact);
  const position = positionOf(list, at);
  if (position !== null && rows > 0)
    return words.shown(position.first, position.last - left, total);
  return list.items.length === 0 ? '' : words.shownSomewhere(rows, total);
}

/** Removes a stale cursor from the URL and shows the first page. */
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
  const settings = useRowSettings(userId);
  const filters = useApplicationFilters(Number(settings.size));
  const { query, at } = filters;
  const { list, isOld, state, rows: results, ...loaded } = usePagedList(pageOptions(query));
  const reload = () => void loaded.reload();
  const exporting = useExport((options: ExportOptions, ...rest) =>
    exportApplications(query, options, ...rest),
  );
  const [restarted, forgetRestart] = useRestart(list, filters);
  const { openId, open, swap, close } = useOpenApplication();
  const isBeside = useIsBeside() && openId !== null;
  // Rows and buttons name nobody while it is on.
  const { isBlind, setBlind } = useBlind();
  /** An application in place of another one keeps the history entry. */
  const view = (id: string) => {
    if (openId === null) open(id);
    else swap(id);
    document.getElementById(SHEET_HEADING)?.focus();
  };
  const inList = list?.items.find(({ id }) => id === openId);
  const alone = useQuery({
    ...pageOptions({ ...COUNTS, id: [openId ?? ''] }),
    enabled: openId !== null && list !== undefined && inList === undefined,
    // The sheet says what it lacks.
    meta: undefined,
  });
  const neighbors = useNeighbors({ list, filters, openId, onStep: swap });
  const { decide, busy } = useDecision(reload);
  const { newCount, isChanged, isOff } = useLiveReview({
    userId,
    query,
    list: isOld ? undefined : list,
  });
  const news = newCount > 0 ? admin.live.fresh(newCount) : isChanged ? admin.live.changed : null;
  const selection = useSelection(query, list?.items ?? []);
  const said = useRowKeys(results, list?.items ?? [], isBeside);
  const bulkDecision = useBulkDecision(selection.add);
  const hasBar = selection.isOn || bulkDecision.progress !== null;

  /** The decision removes the pressed button, so the focus moves to View in that row. Changed answers are opened. */
  const decideInRow = async ({ id, version }: ApplicationSummary, decision: Decision) => {
    const outcome = await decide(id, decision, version);
    if (outcome === null) return;
    if (outcome.is === 'changed') view(id);
    if (outcome.is !== 'decided') showRefusal(outcome.message);
    if (outcome.is === 'failed' || outcome.is === 'changed') return;
    (document.getElementById(viewButtonId(id)) ?? results.current)?.focus();
  };

  const pageAt = (direction: Direction) =>
    list === undefined ? null : adjacentPage(list, at, query.status, direction);
  const previous = pageAt('previous');
  const next = pageAt('next');

  /** Fetches the page again and scrolls to its top. */
  const turnTo = (page: PageAddress) => {
    // While a page loads, the rows and the cursor belong to the previous one.
    if (isOld) return;
    forgetRestart();
    markListsStale(cache);
    filters.turnTo(page);
    showTop(results);
  };

  /** Shows the first page. The pressed button disappears, so the focus moves to the rows. */
  const showNew = () => {
    forgetRestart();
    markListsStale(cache);
    if (query.cursor === undefined) reload();
    else filters.turnTo(FIRST_PAGE);
    results.current?.focus({ preventScroll: true });
  };

  const chips = namedFilters(filters.filter).map(({ text }) => text);
  const given = chips.join(', ');
  /** Only the status is given, so live events update the number. */
  const hasCounts = query.q === undefined && chips.length === 0;
  const left = list === undefined ? 0 : leftOn(list, query.status);
  const matching = hasCounts ? list?.counts[query.status ?? 'total'] : list && list.total - left;
  const isExact = hasCounts || (list?.total_is_exact ?? true);
  const noneFound =
    given === ''
      ? words.noneFound
      : query.q === undefined
        ? words.noneWith(given)
        : words.noneAlsoWith(given);
  const total = list && totalInWords(list.total, list.total_is_exact);
  const position =
    neighbors.number === null || total === undefined
      ? null
      : admin.detail.position(
          neighbors.number,
          total,
          !hasCounts
            ? admin.detail.found
            : query.status !== undefined
              ? admin.status[query.status].toLowerCase()
              : admin.detail.listed(total),
        );

  return (
    <div data-narrowed={isBeside || undefined}>
      <Card className="p-4 md:p-4 xl:pt-3">
        <div className="space-y-3" data-barred={hasBar || undefined}>
          <div className="grid gap-3 md:max-xl:grid-cols-[1fr_auto] md:max-xl:items-end md:max-xl:*:first:col-span-2 xl:flex xl:items-center xl:in-data-narrowed:flex-wrap xl:in-data-narrowed:*:first:basis-full">
            <StatusFilter
              counts={list?.counts}
              // 10,000+ if there are more than the server counts.
              found={
                hasCounts || isOld || matching === undefined
                  ? undefined
                  : `${grouped(matching)}${isExact ? '' : '+'}`
              }
              value={query.status ?? 'all'}
              onChoose={(status) => filters.setFilter('status', status)}
            />
            <ApplicationFilters filters={filters} />
            <div className="flex min-h-9 flex-wrap items-center gap-3 max-sm:min-h-11 md:max-xl:min-h-12 xl:shrink-0">
              {matching !== undefined && (
                <ExportButton
                  exporting={exporting}
                  isDisabled={matching === 0}
                  label={admin.export.start(totalInWords(matching, isExact))}
                />
              )}
            </div>
          </div>
          <TargetStrip filters={filters} />
          <MoreFilters filters={filters}>
            <p className={exporting.status === '' ? 'sr-only' : 'self-center text-sm text-muted'}>
              <output>{exporting.status}</output>{' '}
              {/* Not announced, because it changes four times a second. */}
              <span className="tabular-nums">{exporting.received}</span>
            </p>
            <LetterKeysHint />
            <CompactButton settings={settings} />
            <SelectButton selection={selection} />
            <Button
              variant="secondary"
              size="small"
              className="aria-pressed:bg-sand max-md:min-h-11 max-sm:grow"
              aria-pressed={isBlind}
              aria-label={reading.blind.label}
              title={reading.blind.label}
              onClick={() => setBlind(!isBlind)}
            >
              {reading.blind.short}
            </Button>
            <output className={isOff ? 'self-center text-sm text-muted' : 'sr-only'}>
              {isOff && admin.live.off}
            </output>
            <output className="sr-only">{news}</output>
            {news !== null && (
              <Button
                variant="secondary"
                size="small"
                className="max-sm:min-h-11 max-sm:grow"
                onClick={showNew}
              >
                <RefreshCw aria-hidden="true" className="size-4" />
                {news}
              </Button>
            )}
          </MoreFilters>
          {exporting.failure !== null && <Alert variant="destructive">{exporting.failure}</Alert>}
          {restarted && <Alert>{words.restarted}</Alert>}
          {hasBar && (
            <BulkControls
              selection={selection}
              bulkDecision={bulkDecision}
              query={query}
              counts={list?.counts}
              matching={matching ?? 0}
              isExact={isExact}
            />
          )}
          <ListStates
            words={{ ...words, noneFound }}
            state={state}
            count={list?.items.length}
            onRetry={reload}
            onClear={filters.isNarrowed ? filters.clear : undefined}
            ref={results}
          >
            <ApplicationRows
              applications={list?.items ?? []}
              sorting={filters.sorting}
              selection={selection}
              isCompact={settings.isCompact}
              search={query.q ?? ''}
              busy={busy}
              onView={view}
              currentId={isBeside ? openId : null}
              onDecide={(application, decision) => void decideInRow(application, decision)}
            />
          </ListStates>
          {list !== undefined && (
            <Pager
              label={words.pages}
              shown={isOld ? words.loading : shownText(list, at, left, matching ?? 0)}
              previous={previous}
              next={next}
              onTurn={turnTo}
            >
              {list.total > MIN_SIZE && (
                <RowsPerPage
                  settings={settings}
                  onChange={() => {
                    forgetRestart();
                    markListsStale(cache);
                    filters.turnTo(FIRST_PAGE, { replace: true });
                  }}
                />
              )}
            </Pager>
          )}
          <output className="sr-only">{said}</output>
        </div>
      </Card>
      {/* Below the list and after it, so that neither moves the other. */}
      {list !== undefined && (
        <FeaturesOff userId={userId} onDismiss={() => results.current?.focus()} />
      )}
      {openId !== null && (
        <ApplicationDialog
          id={openId}
          row={inList ?? (alone.isPending ? null : alone.data?.items[0])}
          userId={userId}
          neighbors={neighbors}
          position={position}
          listsPending={query.status === undefined || query.status === 'pending'}
          busy={busy}
          search={query.q ?? ''}
          decide={decide}
          onClose={close}
        />
      )}
    </div>
  );
}

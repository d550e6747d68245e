/** The number of selected applications with the buttons that decide on them, the confirmation, and the running decision. */
import { Printer } from 'lucide-react';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type ApplicationPage,
  type ApplicationQuery,
  type ApplicationStatus,
  type ApplicationSummary,
  type Decision,
  listApplications,
  MAX_BULK,
} from '../../../api/review/applications';
import { exportApplications, type ExportOptions } from '../../../api/review/export';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { ProgressBar } from '../../../components/feedback/progress-bar';
import { admin, totalInWords } from '../../../content/membership/admin';
import { announce } from '../../../content/membership/announce';
import { reviewActs } from '../../../content/membership/review';
import { dayOf } from '../../../lib/format';
import { ExportButton, useExport } from '../list/export-button';
import { BulkDialog, SkippedList } from './bulk-dialog';
import { CompareButton } from '../compare/compare-button';
import type { BulkDecision, BulkResult } from './use-decisions';
import { SelectedList } from './selected-list';
import type { Selected, Selection } from './selection';

const { bulk, select } = reviewActs;

export function SelectButton({ selection }: { selection: Selection }) {
  return (
    <Button
      variant="secondary"
      size="small"
      className="max-md:min-h-11 max-sm:grow"
      aria-pressed={selection.isOn}
      onClick={() => selection.turn(!selection.isOn)}
    >
      {selection.isOn ? select.end : select.start}
    </Button>
  );
}

const BarButton = (props: ComponentProps<typeof Button>) => (
  <Button size="small" className="max-md:min-h-11" {...props} />
);

type Props = {
  selection: Selection;
  bulkDecision: BulkDecision;
  query: ApplicationQuery;
  counts: ApplicationPage['counts'] | undefined;
  /** How many applications match, also after decisions on some of them. */
  matching: number;
  isExact: boolean;
};

export function BulkControls(props: Props) {
  const { selection, bulkDecision, query, counts, matching, isExact } = props;
  const { selected } = selection;
  const { progress, result, start, closeResult } = bulkDecision;
  const [asked, setAsked] = useState<Decision | null>(null);
  const bar = useRef<HTMLParagraphElement>(null);
  const all = useMatching(query, selection.replace);
  const count = selected.size;
  const found = totalInWords(matching, isExact);

  const ask = (decision: Decision) => {
    closeResult();
    setAsked(decision);
  };

  return (
    <>
      <section
        aria-label={select.label}
        className="sticky top-16 z-20 rounded-md bg-paper p-3 max-md:border max-md:border-sand nav:top-18"
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p
            ref={bar}
            tabIndex={-1}
            // Each response of a run is announced with its undo.
            role={progress === null ? 'status' : undefined}
            className="font-semibold tabular-nums outline-none"
          >
            <span>
              {progress === null
                ? select.selected(count)
                : bulk.progress(progress.done, progress.run.rows.size)}
            </span>{' '}
            {progress === null && (
              <span className="text-sm font-normal text-muted">{holds(selected)}</span>
            )}
          </p>
          {progress === null ? (
            <>
              <BarButton aria-disabled={count === 0} onClick={() => ask('approved')}>
                {admin.actions.approve}
              </BarButton>
              <BarButton
                variant="destructive"
                aria-disabled={count === 0}
                onClick={() => ask('rejected')}
              >
                {admin.actions.reject}
              </BarButton>
              <CompareButton selected={selected} />
              {count > 0 && (
                <BarButton
                  variant="ghost"
                  onClick={() => {
                    selection.clear();
                    // The button disappears.
                    bar.current?.focus();
                  }}
                >
                  {select.clear}
                </BarButton>
              )}
              {count < Math.min(matching, MOST_SELECTED) && (
                <Button
                  size="small"
                  variant="ghost"
                  className="underline underline-offset-4 max-md:min-h-11"
                  busy={all.state === 'loading'}
                  onClick={() => {
                    bar.current?.focus();
                    void all.load();
                  }}
                >
                  {all.state === 'loading'
                    ? select.loading
                    : matching > MOST_SELECTED || !isExact
                      ? select.first(MOST_SELECTED, found)
                      : select.all(found)}
                </Button>
              )}
              {count > 0 && <Files selected={selected} query={query} />}
              <p className="text-sm text-muted max-md:hidden">
                {count >= MOST_SELECTED ? select.most(MOST_SELECTED) : count === 0 && select.hint}
              </p>
            </>
          ) : (
            <Running bulkDecision={bulkDecision} progress={progress} />
          )}
        </div>
      </section>
      {all.state === 'failed' && <Alert variant="destructive">{select.failed}</Alert>}
      {progress !== null && progress.failure !== null && (
        <Alert variant="destructive">{progress.failure}</Alert>
      )}
      {result !== null && <Skipped result={result} onClose={closeResult} />}
      {asked !== null && (
        <BulkDialog
          decision={asked}
          selected={selected}
          counts={counts}
          onConfirm={(rows) => {
            setAsked(null);
            selection.clear();
            start(asked, rows);
          }}
          onCancel={() => setAsked(null)}
          finalFocus={() => bar.current}
        />
      )}
    </>
  );
}

type RunningProps = { bulkDecision: BulkDecision; progress: NonNullable<BulkDecision['progress']> };

function Running({ bulkDecision, progress }: RunningProps) {
  const { run, done, failure } = progress;
  const { proceed, giveUp } = bulkDecision;
  const total = run.rows.size;
  const hasFailed = failure !== null;
  return (
    <>
      <ProgressBar
        value={done}
        max={total}
        label={bulk.progress(done, total)}
        className="min-w-32 flex-1"
      />
      {hasFailed && <BarButton onClick={() => proceed(run)}>{bulk.retry}</BarButton>}
      <BarButton variant="secondary" onClick={() => (hasFailed ? giveUp(run) : run.stop())}>
        {hasFailed ? bulk.close : bulk.stop}
      </BarButton>
    </>
  );
}

/** The statuses, unless all are pending. */
function holds(selected: Selected): string {
  const rows = [...selected.values()];
  const numberOf = (of: ApplicationStatus) => rows.filter(({ status }) => status === of).length;
  if (numberOf('pending') === rows.length) return '';
  const counts = STATUSES.map((status) => [admin.status[status], numberOf(status)] as const);
  return announce.holds(counts.filter(([, count]) => count > 0));
}

const Short = ({ words: [verb, what] }: { words: readonly [verb: string, what: string] }) => (
  <span>
    {verb} <span className="max-sm:sr-only">{what}</span>
  </span>
);

type FilesProps = { selected: Selected; query: ApplicationQuery };

/** Exports and prints the selected applications, also those that the filter no longer matches. */
function Files({ selected, query: { sort, order } }: FilesProps) {
  const [sheet, setSheet] = useState<Omit<ComponentProps<typeof SelectedList>, 'onDone'>>();
  const hint = useId();
  const exporting = useExport((options: ExportOptions, ...rest) =>
    exportApplications({ sort, order, id: [...selected.keys()] }, options, ...rest),
  );
  const isTooMany = selected.size > MAX_BULK;
  const print = () => {
    const day = dayOf(new Date());
    flushSync(() => setSheet({ rows: [...selected.values()], day }));
    window.print();
  };
  return (
    <>
      <ExportButton
        exporting={exporting}
        label={<Short words={announce.export} />}
        isDisabled={isTooMany}
        describedBy={isTooMany ? hint : undefined}
        align="left"
      />
      <BarButton variant="secondary" className="max-md:min-h-11 max-sm:grow" onClick={print}>
        <Printer aria-hidden="true" className="size-4" />
        <Short words={announce.print.action} />
      </BarButton>
      {sheet && <SelectedList {...sheet} onDone={() => setSheet(undefined)} />}
      <p className={exporting.status === '' ? 'sr-only' : 'text-sm text-muted'}>
        <output>{exporting.status}</output>{' '}
        <span className="tabular-nums">{exporting.received}</span>
      </p>
      {isTooMany && (
        <p id={hint} className="basis-full text-sm text-muted">
          {announce.exportMost(MAX_BULK)}
        </p>
      )}
      {exporting.failure !== null && (
        <Alert variant="destructive" className="basis-full">
          {exporting.failure}
        </Alert>
      )}
    </>
  );
}

function Skipped({ result, onClose }: { result: BulkResult; onClose(): void }) {
  const { decision, decided, rows, skipped } = result;
  return (
    <Alert>
      <SkippedList
        label={bulk.result(decision, decided, decided + skipped.length)}
        rows={rows}
        skipped={skipped}
      />
      <BarButton variant="secondary" className="mt-2 max-md:min-h-11" onClick={onClose}>
        {bulk.close}
      </BarButton>
    </Alert>
  );
}

const STATUSES = ['pending', 'approved', 'rejected'] as const;
const MOST_SELECTED = 1000;
const PAGE = 100;

/** The applications that match the filter, page by page, up to the maximum. */
async function readMatching(
  query: ApplicationQuery,
  signal: AbortSignal,
  found = new Map<string, ApplicationSummary>(),
): Promise<ApplicationSummary[]> {
  const page = await listApplications(query, signal);
  for (const row of page.items) found.set(row.id, row);
  const cursor = page.next_cursor;
  if (cursor === null || found.size >= MOST_SELECTED) {
    return [...found.values()].slice(0, MOST_SELECTED);
  }
  return readMatching({ ...query, cursor }, signal, found);
}

/** Another filter cancels the load. */
function useMatching(
  query: ApplicationQuery,
  onLoaded: (rows: readonly ApplicationSummary[]) => void,
) {
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready');
  const running = useRef<AbortController>(null);
  const { cursor: _, ...filter } = query;
  const key = JSON.stringify(filter);
  useEffect(() => () => running.current?.abort(), [key]);

  const load = async () => {
    const own = new AbortController();
    running.current = own;
    setState('loading');
    try {
      const rows = await readMatching({ ...filter, limit: PAGE }, own.signal);
      if (!own.signal.aborted) onLoaded(rows);
      setState('ready');
    } catch (cause) {
      if (!own.signal.aborted)
        console.warn('The matching applications could not be loaded.', cause);
      setState(own.signal.aborted ? 'ready' : 'failed');
    }
  };
  return { state, load } as const;
}

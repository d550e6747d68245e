/** The number of selected applications with the buttons that decide on them, and the confirmation. */
import { useRef, useState } from 'react';
import type { ApplicationPage, ApplicationQuery, Decision } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { Alert } from '../../../components/feedback/alert';
import { ProgressBar } from '../../../components/feedback/progress-bar';
import { admin, totalInWords } from '../../../content/membership/admin';
import { reviewActs } from '../../../content/membership/review-acts';
import { classNames } from '../../../lib/class-names';
import { type BulkResult, useBulkDecision } from './use-bulk-decision';
import { MOST_SELECTED, useMatching } from './use-matching';
import type { Selection } from './use-selection';

const { bulk, select } = reviewActs;

/** Turns selecting on and off. */
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

type Props = { selection: Selection; query: ApplicationQuery; list: ApplicationPage | undefined };

export function BulkControls({ selection, query, list }: Props) {
  const { selected } = selection;
  const [asked, setAsked] = useState<Decision | null>(null);
  const [result, setResult] = useState<BulkResult | null>(null);
  const bar = useRef<HTMLParagraphElement>(null);
  const all = useMatching(query, selection.replace);
  const count = selected.size;
  const total = list?.total ?? 0;
  const found = list === undefined ? '' : totalInWords(total, list.total_is_exact);

  const ask = (decision: Decision) => {
    setResult(null);
    setAsked(decision);
  };
  const onEnd = (ended: BulkResult) => {
    setAsked(null);
    selection.replace(ended.rest.flatMap((id) => selected.get(id) ?? []));
    if (ended.skipped.length > 0) setResult(ended);
  };

  return (
    <section
      aria-label={select.label}
      // A long result would cover the list.
      className={classNames(
        'space-y-3',
        result === null && 'max-md:sticky max-md:top-16 max-md:z-20',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-paper p-3 max-md:border max-md:border-sand">
        <p
          ref={bar}
          tabIndex={-1}
          role="status"
          className="font-semibold tabular-nums outline-none"
        >
          {select.selected(count)}
        </p>
        <Button
          size="small"
          className="max-md:min-h-11"
          aria-disabled={count === 0}
          onClick={() => ask('approved')}
        >
          {admin.actions.approve}
        </Button>
        <Button
          size="small"
          variant="destructive"
          className="max-md:min-h-11"
          aria-disabled={count === 0}
          onClick={() => ask('rejected')}
        >
          {admin.actions.reject}
        </Button>
        {count > 0 && (
          <Button
            size="small"
            variant="ghost"
            className="max-md:min-h-11"
            onClick={() => {
              selection.clear();
              // The button disappears.
              bar.current?.focus();
            }}
          >
            {select.clear}
          </Button>
        )}
        {count < Math.min(total, MOST_SELECTED) && (
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
              : total > MOST_SELECTED || list?.total_is_exact === false
                ? select.first(MOST_SELECTED, found)
                : select.all(found)}
          </Button>
        )}
        <p className="text-sm text-muted max-md:hidden">
          {count >= MOST_SELECTED ? select.most(MOST_SELECTED) : select.hint}
        </p>
      </div>
      {all.state === 'failed' && <Alert variant="destructive">{select.failed}</Alert>}
      {result !== null && <Skipped result={result} onClose={() => setResult(null)} />}
      {asked !== null && (
        <BulkDialog
          decision={asked}
          selected={selected}
          onEnd={onEnd}
          onCancel={() => setAsked(null)}
          finalFocus={() => bar.current}
        />
      )}
    </section>
  );
}

type DialogProps = {
  decision: Decision;
  selected: Selection['selected'];
  onEnd(result: BulkResult): void;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

function BulkDialog({ decision, selected, onEnd, onCancel, finalFocus }: DialogProps) {
  const { state, progress, failure, run, stop, giveUp } = useBulkDecision(onEnd);
  const count = selected.size;
  const rows = [...selected.values()];
  const pending = rows.filter(({ status }) => status === 'pending');
  const already = count - pending.length;
  const open = pending.filter(({ changes }) => changes === 'requested').length;
  const cancel = {
    idle: onCancel,
    running: stop,
    failed: () => giveUp(decision, selected),
  }[state];
  return (
    <ConfirmDialog
      title={bulk.title(decision, count)}
      description={
        <>
          {count > already && <span className="block">{bulk.mails(count - already)}</span>}
          {open > 0 && <span className="block">{bulk.open(open)}</span>}
          {already > 0 && <span className="block">{bulk.decided(already)}</span>}
        </>
      }
      confirm={state === 'failed' ? bulk.retry : bulk.confirm(decision, count)}
      cancel={state === 'running' ? bulk.stop : state === 'failed' ? bulk.close : bulk.cancel}
      onConfirm={() => void run(decision, selected)}
      onCancel={cancel}
      busy={state === 'running'}
      failure={failure === null ? null : bulk.failed(failure)}
      destructive={decision === 'rejected'}
      finalFocus={finalFocus}
    >
      {state !== 'idle' && (
        <div className="space-y-2">
          <ProgressBar value={progress} max={count} label={bulk.progress(progress, count)} />
          <output className="block text-sm tabular-nums">{bulk.progress(progress, count)}</output>
        </div>
      )}
    </ConfirmDialog>
  );
}

function Skipped({ result, onClose }: { result: BulkResult; onClose(): void }) {
  return (
    <Alert>
      <p>{bulk.result(result.decision, result.decided, result.decided + result.skipped.length)}</p>
      <ul className="my-2 max-h-48 list-disc overflow-y-auto pl-5">
        {result.skipped.map(({ id, name, code }) => (
          <li key={id}>{reviewActs.skipped(name, reviewActs.reasons[code])}</li>
        ))}
      </ul>
      <Button size="small" variant="secondary" className="max-md:min-h-11" onClick={onClose}>
        {bulk.close}
      </Button>
    </Alert>
  );
}

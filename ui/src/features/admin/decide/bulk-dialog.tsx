/** Asks before a decision on the selected applications: the numbers by state, what is skipped, and the email. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { toProblem } from '../../../api/errors';
import {
  type ApplicationPage,
  type ApplicationSummary,
  type Decision,
  previewDecisions,
  type Skipped,
} from '../../../api/review/applications';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { RetryAlert } from '../../../components/feedback/alert';
import { Skeleton } from '../../../components/feedback/skeleton';
import { admin } from '../../../content/membership/admin';
import { announce } from '../../../content/membership/announce';
import { grouped } from '../../../content/membership/application';
import { emailTemplates } from '../../../content/membership/email-templates';
import { reading } from '../../../content/membership/reading';
import { reviewActs } from '../../../content/membership/review';
import { classNames } from '../../../lib/class-names';
import { nameOf } from '../application';
import { useBlind } from '../blind';
import { stateName } from '../list/filters';
import type { Selected } from './selection';

const { bulk } = reviewActs;
const words = emailTemplates.preview;

/** The page with the email expires after ten minutes. */
const RENEW_MS = 9 * 60_000;

type Preview = Awaited<ReturnType<typeof previewDecisions>>;

/** What the rows tell before the server does, or without it. */
function previewOf(rows: readonly ApplicationSummary[]): Preview {
  const skipped = rows.flatMap<Skipped>(({ id, status, marks }) => {
    if (marks === null) return { id, code: 'own_application' };
    return status === 'pending' ? [] : { id, code: 'application_already_decided' };
  });
  const left = new Set(skipped.map(({ id }) => id));
  const by_state = rows
    .filter(({ id }) => !left.has(id))
    .map(({ state_code }) => ({ state: state_code, count: 1 }));
  return { subject: null, preview_url: null, by_state, skipped };
}

/** Asks again after any change of the counts, because it may be one of a selected row, also of another page. */
function usePreview({
  decision,
  selected,
  counts,
}: Pick<Props, 'decision' | 'selected' | 'counts'>) {
  const ids = [...selected.keys()];
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['decision-preview', decision, ids, counts],
    queryFn: ({ signal }) => previewDecisions(ids, decision, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchInterval: RENEW_MS,
  });
  const failure = isError ? toProblem(error).message : null;
  return {
    preview: data ?? previewOf([...selected.values()]),
    failure,
    retry: () => void refetch(),
  };
}

/** The names of the states with their numbers, largest first, and other places last. */
function statesOf(items: Preview['by_state']): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string | null, number>();
  for (const { state, count } of items) counts.set(state, (counts.get(state) ?? 0) + count);
  const others = counts.get(null);
  counts.delete(null);
  const named = [...counts].map(([state, count]) => [stateName(state ?? ''), count] as const);
  const sorted = named.toSorted(([a, most], [b, more]) => more - most || a.localeCompare(b, 'en'));
  return others === undefined ? sorted : [...sorted, [admin.list.states.otherPlaces, others]];
}

type Props = {
  decision: Decision;
  selected: Selected;
  /** Of all applications, by status. */
  counts: ApplicationPage['counts'] | undefined;
  /** Gets those that are not skipped. */
  onConfirm(rows: Selected): void;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function BulkDialog({ decision, selected, counts, onConfirm, ...rest }: Props) {
  const { preview, failure, retry } = usePreview({ decision, selected, counts });
  const { isBlind } = useBlind();
  const { skipped } = preview;
  const left = new Set(skipped.map(({ id }) => id));
  const mailed = new Map([...selected].filter(([id]) => !left.has(id)));
  const count = mailed.size;
  const open = [...mailed.values()].filter(({ changes }) => changes === 'requested').length;
  return (
    <ConfirmDialog
      {...rest}
      title={bulk.title(decision, selected.size)}
      description={
        <>
          <span role="status" className="block">
            {count > 0 ? bulk.mails(count) : announce.none(decision)}
          </span>
          {open > 0 && <span className="block">{bulk.open(open)}</span>}
        </>
      }
      confirm={bulk.confirm(decision, count)}
      cancel={bulk.cancel}
      destructive={decision === 'rejected'}
      canConfirm={count > 0}
      onConfirm={() => onConfirm(mailed)}
    >
      <div className="space-y-4">
        {count > 0 && (
          <LongList label={announce.byState} className="grid grid-cols-2 gap-x-6 sm:grid-cols-3">
            {statesOf(preview.by_state).map(([name, applications]) => (
              <li key={name} className="flex justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">{name}</span>{' '}
                <span className="tabular-nums">{grouped(applications)}</span>
              </li>
            ))}
          </LongList>
        )}
        {skipped.length > 0 && (
          <SkippedList label={announce.skipped(skipped.length)} rows={selected} skipped={skipped} />
        )}
        {failure !== null && (
          <RetryAlert retry={announce.retry} onRetry={retry}>
            {announce.failed(failure)}
          </RetryAlert>
        )}
        {count > 0 &&
          (isBlind ? (
            <p className="text-muted">{reading.blind.email}</p>
          ) : (
            (failure === null || preview.preview_url !== null) && (
              <Email preview={preview} count={count} />
            )
          ))}
      </div>
    </ConfirmDialog>
  );
}

type ListProps = { label: string; className: string; children: readonly ReactNode[] };

/** More rows than this may scroll. */
const FEW = 3;

function LongList({ label, className, children }: ListProps) {
  const title = useId();
  return (
    <div className="text-[0.95rem]">
      <p id={title} className="font-semibold">
        {label}
      </p>
      <ul
        aria-labelledby={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard cannot scroll it otherwise
        tabIndex={children.length > FEW ? 0 : undefined}
        className={classNames('mt-1 max-h-40 overflow-y-auto leading-snug', className)}
      >
        {children}
      </ul>
    </div>
  );
}

type SkippedProps = { label: string; rows: Selected; skipped: readonly Skipped[] };

export const SkippedList = ({ label, rows, skipped }: SkippedProps) => (
  <LongList label={label} className="list-disc pl-5">
    {skipped.map(({ id, code }) => {
      const row = rows.get(id);
      const name = row === undefined ? '' : nameOf(row);
      return <li key={id}>{reviewActs.skipped(name, reviewActs.reasons[code])}</li>;
    })}
  </LongList>
);

type EmailProps = { preview: Preview; count: number };

function Email({ preview: { subject, preview_url }, count }: EmailProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-2 font-medium text-clay underline underline-offset-4">
        {announce.email}
      </summary>
      {isOpen && (
        <div className="min-h-112 space-y-2">
          {preview_url === null ? (
            <Skeleton label={words.loading} lines={8} />
          ) : (
            <>
              <p className="wrap-anywhere">
                <span className="text-muted">{words.subject}</span>{' '}
                <strong className="font-semibold">{subject}</strong>
              </p>
              {/* A frame that loads another page adds an entry to the history, a new frame does not. */}
              <iframe
                key={preview_url}
                src={preview_url}
                title={words.frame}
                sandbox=""
                className="h-96 w-full rounded-md border border-sand-deep"
              />
              <p className="text-sm text-muted">{announce.first(count)}</p>
            </>
          )}
        </div>
      )}
    </details>
  );
}

/** One whole application in a dialog that can be linked to and printed, with the decision on it and the way to the next. */
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toProblem } from '../../api/errors';
import { getApplication, type Decision } from '../../api/review';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { Portrait } from '../../components/portrait';
import { SideSheet } from '../../components/side-sheet';
import { Skeleton } from '../../components/skeleton';
import { showToast } from '../../components/toast';
import { admin } from '../../content/membership/admin';
import { ApplicantLine } from './applicant-line';
import { nameOf, viewButtonId } from './application-actions';
import { ApplicationHistory } from './application-history';
import { ApplicationSheet } from './application-sheet';
import { DecisionFoot } from './decision-foot';
import './print-sheet.css';
import { detailKey } from './review-cache';
import { SheetTools } from './sheet-tools';
import type { Decide } from './use-decision';
import { anyOne, type Fits, type Neighbours, pendingOne, ROWS_SEARCHED } from './use-neighbours';

const { detail } = admin;

/** What was typed about applications and not saved, by id. */
export type Notes = Readonly<Record<string, string>>;

type Props = {
  id: string;
  neighbours: Neighbours;
  /** In words; null where nobody knows. */
  position: string | null;
  /** Whether the list shows pending applications at all. */
  listsPending: boolean;
  busy: ReadonlySet<string>;
  decide: Decide;
  /** They outlive the dialog. */
  notes: Notes;
  onNotes(change: (notes: Notes) => Notes): void;
  onClose(): void;
};

/** A key that belongs to the control it is typed in, or with which the browser does something else. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.altKey ||
  event.ctrlKey ||
  event.metaKey ||
  event.shiftKey ||
  (event.target instanceof HTMLElement &&
    event.target.closest('input, textarea, select, [contenteditable]') !== null);

export function ApplicationDialog(props: Props) {
  const { id, neighbours, position, listsPending, busy, decide, notes, onNotes, onClose } = props;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => getApplication(id, signal),
  });
  const failure = isFetching || error === null ? null : toProblem(error);
  const isMissing = failure?.status === 404;

  const content = useRef<HTMLDivElement>(null);
  const approve = useRef<HTMLButtonElement>(null);
  const reject = useRef<HTMLButtonElement>(null);
  const nextPending = useRef<HTMLButtonElement>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string | null>>>({});
  const noteDown = (note: string) => onNotes((all) => ({ ...all, [id]: note }));

  const settle = async (decision: Decision) => {
    setProblems((all) => ({ ...all, [id]: null }));
    const outcome = await decide(id, decision, notes[id]);
    if (outcome?.is === 'decided') noteDown('');
    const problem =
      outcome?.is === 'outdated'
        ? admin.decision.outdated
        : outcome?.is === 'failed'
          ? (outcome.message ?? null)
          : null;
    setProblems((all) => ({ ...all, [id]: problem }));
  };

  // Pressed buttons go away with a decision, and with the application that they belong to.
  const keepFocus = useEffectEvent(() => {
    const active = document.activeElement;
    if (active !== null && active !== document.body) return;
    (nextPending.current ?? content.current)?.focus();
  });
  useEffect(() => keepFocus(), [id, data?.status]);
  useEffect(() => {
    if (content.current !== null) content.current.scrollTop = 0;
  }, [id]);

  const go = async (direction: 'next' | 'previous', fits: Fits) => {
    const found = await neighbours.go(direction, fits);
    if (found === 'found') return;
    const none = fits === pendingOne ? admin.decision.noPending : detail.noneNext;
    const title = {
      none,
      far: admin.decision.noPendingNear(ROWS_SEARCHED),
      failed: detail.nextFailed,
    }[found];
    showToast({ title });
  };
  const step = (direction: 'next' | 'previous') =>
    neighbours.has(direction) ? () => void go(direction, anyOne) : undefined;
  const previous = step('previous');
  const next = step('next');

  const onKeyDown = (event: KeyboardEvent) => {
    const { keys } = detail;
    const acts = new Map([
      ['ArrowLeft', previous],
      ['ArrowRight', next],
      [keys.previous, previous],
      [keys.next, next],
      [keys.approve, () => approve.current?.focus()],
      [keys.reject, () => reject.current?.focus()],
    ]);
    const { key } = event;
    const act = acts.get(key.length === 1 ? key.toUpperCase() : key);
    if (act === undefined || isTaken(event)) return;
    event.preventDefault();
    act();
  };

  return (
    <SideSheet
      onClose={onClose}
      title={data === undefined ? detail.untitled : detail.title(nameOf(data))}
      lead={
        data && (
          <Portrait
            src={data.headshot_url}
            alt={detail.photo(nameOf(data))}
            firstName={data.first_name ?? ''}
            lastName={data.last_name ?? ''}
          />
        )
      }
      about={data && <ApplicantLine application={data} />}
      label={detail.answers}
      content={content}
      finalFocus={() => document.getElementById(viewButtonId(id))}
      onKeyDown={onKeyDown}
      tools={
        <SheetTools
          position={position}
          onPrevious={previous}
          onNext={next}
          isListed={previous !== undefined || next !== undefined}
          onPrint={data && (() => window.print())}
        />
      }
      foot={
        data && (
          <DecisionFoot
            application={data}
            note={notes[id] ?? ''}
            onNote={noteDown}
            busy={busy.has(id)}
            onDecide={(decision) => void settle(decision)}
            problem={problems[id] ?? null}
            onNextPending={
              listsPending && next !== undefined ? () => void go('next', pendingOne) : undefined
            }
            approveRef={approve}
            rejectRef={reject}
            nextRef={nextPending}
          />
        )
      }
    >
      <div data-print-sheet className="space-y-6">
        {data === undefined && isFetching && <Skeleton label={detail.loading} lines={8} />}
        {failure !== null && (
          <Alert variant="destructive">
            <span className="flex flex-wrap items-center justify-between gap-3">
              <span>{isMissing ? detail.missing : detail.failed}</span>
              {!isMissing && (
                <Button variant="secondary" size="small" onClick={() => void refetch()}>
                  {admin.list.retry}
                </Button>
              )}
            </span>
          </Alert>
        )}
        {data !== undefined && (
          <>
            <ApplicationSheet application={data} />
            <ApplicationHistory id={id} note={data.note ?? null} />
          </>
        )}
      </div>
    </SideSheet>
  );
}

/** An application with its decision, in a dialog that has a URL and can be printed. */
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toProblem } from '../../../api/errors';
import {
  type ApplicationDetail,
  getApplication,
  type Decision,
} from '../../../api/review/applications';
import { Dialog } from '../../../components/dialogs/dialog';
import { Alert } from '../../../components/feedback/alert';
import { RetryAlert } from '../../../components/feedback/retry-alert';
import { SideSheet } from '../../../components/dialogs/side-sheet';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { Skeleton } from '../../../components/feedback/skeleton';
import { DateTime } from '../../../components/text/date-time';
import { showToast } from '../../../components/feedback/toast';
import { Avatar } from '../../../components/pictures/avatar';
import { admin } from '../../../content/membership/admin';
import { reviewDesk } from '../../../content/membership/review-desk';
import { nameOf, statusTones, viewButtonId } from '../list/application-actions';
import { AnswerChanges } from '../changes/answer-changes';
import { AskDialog } from '../changes/ask-dialog';
import { OPEN_REQUEST, OpenRequest } from '../changes/open-request';
import { useComparisons } from '../changes/use-comparisons';
import { detailKey } from '../review-cache';
import { UndoBar } from '../undo/undo-bar';
import { dayOf, shortDate } from '../../../lib/format';
import { letterOf, useLetterKeys } from '../../../lib/hooks/use-letter-keys';
import { ApplicationHistory } from './application-history';
import { ApplicationMessages, nextCheck } from './application-messages';
import { ApplicationSheet } from './application-sheet';
import { DecisionFooter } from './decision-footer';
import { ApplicationNotes } from './application-notes';
import { SheetToolbar } from './sheet-toolbar';
import { SimilarApplications } from './similar-applications';
import { type Decide, showRefusal } from './use-decision';
import type { DecisionNotes } from './use-decision-notes';
import {
  anyApplication,
  type Fits,
  type Neighbours,
  pendingApplication,
  ROWS_SEARCHED,
} from './use-neighbours';
import { useViewers } from './use-viewers';

const { detail } = admin;

type Props = {
  id: string;
  userId: string;
  neighbours: Neighbours;
  /** Null if unknown. */
  position: string | null;
  listsPending: boolean;
  busy: ReadonlySet<string>;
  decide: Decide;
  decisionNotes: DecisionNotes;
  onClose(): void;
};

/** Whether the key belongs to a text control, a browser shortcut or a dialog above this one. */
const isReserved = (event: KeyboardEvent): boolean =>
  event.altKey ||
  event.ctrlKey ||
  event.metaKey ||
  event.shiftKey ||
  (event.target instanceof HTMLElement &&
    (event.target.closest('input, textarea, select, [contenteditable]') !== null ||
      !event.currentTarget.contains(event.target)));

/** On a phone the whole sheet scrolls instead of its content. */
function scrollToTop(content: HTMLElement | null) {
  for (const element of [content, content?.parentElement]) if (element) element.scrollTop = 0;
}

export function ApplicationDialog(props: Props) {
  const { id, userId, neighbours, position, listsPending, busy, decide, onClose } = props;
  const { type, forget } = props.decisionNotes;
  const note = props.decisionNotes.notes[id] ?? '';
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => getApplication(id, signal),
    refetchInterval: ({ state }) => nextCheck(state.data, state.dataUpdateCount),
  });
  const failure = isFetching || error === null ? null : toProblem(error);
  const isMissing = failure?.status === 404;
  /** Administrators cannot see what others write about their own application. */
  const isInternal = data?.note !== undefined;
  const isWithdrawn = isMissing && data !== undefined;
  const request = data?.status === 'pending' ? (data.change_request ?? null) : null;
  const comparisons = useComparisons(isInternal ? data : undefined);
  /** The application whose applicant is being asked for changes. */
  const [asked, setAsked] = useState<string | null>(null);

  const letterKeys = useLetterKeys();

  const content = useRef<HTMLDivElement>(null);
  const approve = useRef<HTMLButtonElement>(null);
  const reject = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  const nextPending = useRef<HTMLButtonElement>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string | null>>>({});
  const problem = problems[id] ?? null;
  // The other decision may have been undone.
  const isOver = problem === admin.decision.outdated && data?.status === 'pending';

  const settle = async (decision: Decision) => {
    setProblems((all) => ({ ...all, [id]: null }));
    const outcome = await decide(id, decision, data?.version, note);
    if (outcome?.is === 'decided') forget(id, note);
    // The changes are above the answers.
    if (outcome?.is === 'changed') scrollToTop(content.current);
    if (outcome?.is === 'outdated' || outcome?.is === 'failed') showRefusal();
    const found = outcome === null || outcome.is === 'decided' ? undefined : outcome.message;
    setProblems((all) => ({ ...all, [id]: found ?? null }));
  };

  // A decision, an act on a request, or opening another application removes the pressed button.
  const keepFocus = useEffectEvent(() => {
    const active = document.activeElement;
    if (active !== null && active !== document.body) return;
    (nextPending.current ?? content.current)?.focus();
  });
  useEffect(() => keepFocus(), [id, data?.status, request?.id]);
  useEffect(() => scrollToTop(content.current), [id]);

  const go = async (direction: 'next' | 'previous', fits: Fits) => {
    const found = await neighbours.go(direction, fits);
    if (found === 'found') return;
    const none = fits === pendingApplication ? admin.decision.noPending : detail.noneNext;
    const title = {
      none,
      far: admin.decision.noPendingNear(ROWS_SEARCHED),
      failed: detail.nextFailed,
    }[found];
    showToast({ title });
  };
  const step = (direction: 'next' | 'previous') =>
    neighbours.has(direction) ? () => void go(direction, anyApplication) : undefined;
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
      [keys.changes, () => ask.current?.focus()],
    ]);
    const key = letterOf(event.nativeEvent);
    const act = key.length === 1 && !letterKeys.areOn ? undefined : acts.get(key);
    if (act === undefined || isReserved(event)) return;
    event.preventDefault();
    act();
  };

  return (
    <SideSheet
      onClose={onClose}
      title={data === undefined ? detail.untitled : detail.title(nameOf(data))}
      lead={
        data === undefined ? (
          <Avatar src={null} alt="" firstName="" lastName="" />
        ) : (
          <ApplicantPhoto application={data} />
        )
      }
      about={
        data && (
          <>
            <ApplicantSummary application={data} />
            <ViewersLine id={id} isWanted={isInternal} />
          </>
        )
      }
      label={detail.answers}
      content={content}
      finalFocus={() => document.getElementById(viewButtonId(id))}
      onKeyDown={onKeyDown}
      toolbar={
        <SheetToolbar
          position={position}
          onPrevious={previous}
          onNext={next}
          isListed={previous !== undefined || next !== undefined}
          onPrint={data && (() => window.print())}
        />
      }
      footer={
        data && (
          <>
            <UndoBar inDialog />
            {!isWithdrawn && (
              <DecisionFooter
                application={data}
                note={note}
                onNote={(typed) => type(id, typed)}
                busy={busy.has(id)}
                onDecide={(decision) => void settle(decision)}
                onAsk={isInternal && request === null ? () => setAsked(id) : undefined}
                problem={isOver ? null : problem}
                onNextPending={
                  listsPending && next !== undefined
                    ? () => void go('next', pendingApplication)
                    : undefined
                }
                approveRef={approve}
                rejectRef={reject}
                askRef={ask}
                nextRef={nextPending}
              />
            )}
          </>
        )
      }
    >
      <div data-print-sheet className="space-y-6">
        {data === undefined && isFetching && <Skeleton label={detail.loading} lines={8} />}
        {isWithdrawn && <Alert>{detail.withdrawn}</Alert>}
        {failure !== null && !isWithdrawn && (
          <RetryAlert
            retry={admin.list.retry}
            onRetry={isMissing ? undefined : () => void refetch()}
          >
            {isMissing ? detail.missing : detail.failed}
          </RetryAlert>
        )}
        {data !== undefined && (
          <>
            {request !== null && isInternal && (
              <OpenRequest
                key={request.id}
                applicationId={id}
                request={request}
                finalFocus={() => ask.current ?? content.current}
              />
            )}
            <AnswerChanges {...comparisons} />
            {data.similar !== undefined && <SimilarApplications similar={data.similar} />}
            <ApplicationSheet application={data} changed={comparisons.changed} />
            {isInternal && (
              <>
                <ApplicationNotes key={id} id={id} userId={userId} isOpen={data.email !== null} />
                <ApplicationHistory id={id} note={data.note ?? null} />
              </>
            )}
            {data.messages !== undefined && (
              <ApplicationMessages id={id} messages={data.messages} />
            )}
          </>
        )}
        <p className="hidden text-sm print:block">
          {detail.printed(shortDate(dayOf(new Date(dataUpdatedAt))), id)}
        </p>
        {asked === id && (
          <AskDialog
            applicationId={id}
            userId={userId}
            onClose={() => setAsked(null)}
            finalFocus={() =>
              document.getElementById(OPEN_REQUEST) ?? ask.current ?? content.current
            }
          />
        )}
      </div>
    </SideSheet>
  );
}

function ApplicantSummary({ application }: { application: ApplicationDetail }) {
  const { status, email, submitted_at } = application;
  return (
    <dl className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <div>
        <dt className="sr-only">{admin.list.columns.status}</dt>
        <dd>
          <StatusBadge tone={statusTones[status]}>{admin.status[status]}</StatusBadge>
        </dd>
      </div>
      <div className="flex gap-1 text-muted">
        <dt>{detail.submitted}</dt>
        <dd>
          <DateTime at={submitted_at} />
        </dd>
      </div>
      <div>
        <dt className="sr-only">{detail.email}</dt>
        <dd className="wrap-anywhere">{email ?? detail.none}</dd>
      </div>
    </dl>
  );
}

/** The photo, which a press shows larger, or the initials. */
function ApplicantPhoto({ application }: { application: ApplicationDetail }) {
  const { first_name, last_name, headshot_url: src } = application;
  const [isLarge, setLarge] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const alt = detail.photo(nameOf(application));
  const photo = (
    <Avatar src={src} alt={alt} firstName={first_name ?? ''} lastName={last_name ?? ''} />
  );
  if (src === null) return photo;
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label={detail.enlarge(alt)}
        className="shrink-0 cursor-zoom-in rounded-lg"
        onClick={() => setLarge(true)}
      >
        {photo}
      </button>
      {isLarge && (
        <Dialog title={alt} onClose={() => setLarge(false)} finalFocus={() => opener.current}>
          <img src={src} alt={alt} className="mx-auto max-h-[65dvh] rounded-lg" />
        </Dialog>
      )}
    </>
  );
}

/** Names the other administrators who view the application. The live region always exists, so that changes are announced. */
function ViewersLine({ id, isWanted }: { id: string; isWanted: boolean }) {
  const names = useViewers(id, isWanted).map(({ name }) => name);
  return (
    <output className="block text-sm text-muted" data-print="hide">
      {names.length > 0 && (
        <span className="mt-1 flex items-start gap-1.5">
          <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">{reviewDesk.viewers(names.join(', '))}</span>
        </span>
      )}
    </output>
  );
}

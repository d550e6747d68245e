/**
 * An application with its decision, beside the list or in a dialog on a narrower screen. It has a URL and can be printed.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toProblem } from '../../../api/errors';
import type {
  ApplicationSummary,
  Decision,
  ReviewedApplication,
} from '../../../api/review/applications';
import { Alert, RetryAlert } from '../../../components/feedback/alert';
import { SideSheet } from '../../../components/dialogs/side-sheet';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { Skeleton } from '../../../components/feedback/skeleton';
import { DateTime } from '../../../components/text/date-time';
import { Avatar } from '../../../components/pictures/avatar';
import { admin } from '../../../content/membership/admin';
import { reviewDesk } from '../../../content/membership/review';
import { nameOf, statusTones, viewButtonId } from '../application';
import { AnswerChanges, useComparisons } from '../changes/answer-changes';
import { AskDialog } from '../changes/ask-dialog';
import { OPEN_REQUEST, OpenRequest } from '../changes/open-request';
import { reviewOptions } from '../review-cache';
import { UndoBar } from '../decide/undo-bar';
import { dayOf, shortDate } from '../../../lib/format';
import { letterOf, takesText, useLetterKeys } from '../../../lib/hooks/use-letter-keys';
import { useMedia } from '../../../lib/hooks/use-media';
import {
  ApplicationHistory,
  ApplicationMessages,
  ApplicationSheet,
  nextCheck,
} from './application-sheet';
import { PersonalData, usePersonalData } from './personal-data';
import { buttons, DecisionFooter } from './decision-footer';
import { MarkButtons, markOfKey } from '../marks/mark-buttons';
import { canMark, useMark } from '../marks/use-mark';
import { ApplicationNotes } from '../notes/application-notes';
import { ApplicantPhoto, ApplicantSummary, SheetToolbar, ViewersLine } from './sheet-head';
import { type Decide, showRefusal, decisionNotes } from '../decide/use-decisions';
import type { Neighbors } from './open-application';
import { Link, useLocation } from 'react-router-dom';

const { detail } = admin;

type Props = {
  id: string;
  userId: string;
  neighbors: Neighbors;
  /** Null if unknown. */
  position: string | null;
  listsPending: boolean;
  busy: ReadonlySet<string>;
  /** The words that the list is searched for. */
  search: string;
  decide: Decide;
  /** Has the marks. Null while it loads, and undefined if there is none. */
  row: ApplicationSummary | null | undefined;
  onClose(): void;
};

/** From this width on, the list stays usable beside the application. */
export const useIsBeside = () => useMedia('(width >= 80rem)');

const DIALOG = '[role=dialog], [role=alertdialog]';
/** Menus that Escape closes. */
const MENU = 'header, [aria-expanded=true], [aria-expanded=true] ~ *';

/** Whether the key belongs to a text control, a browser shortcut or a dialog above this application. */
function isReserved(event: KeyboardEvent, sheet: Element | null): boolean {
  const { target } = event;
  const isOther = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (isOther || event.defaultPrevented || !(target instanceof HTMLElement)) return true;
  return target.closest(DIALOG) !== (sheet?.closest(DIALOG) ?? null);
}

/** On a phone the whole sheet scrolls instead of its content. */
function scrollToTop(content: HTMLElement | null) {
  for (const element of [content, content?.parentElement]) if (element) element.scrollTop = 0;
}

export function ApplicationDialog(props: Props) {
  const { id, userId, neighbors, position, listsPending, busy, search, decide, onClose } = props;
  const { row } = props;
  const cache = useQueryClient();
  const isBeside = useIsBeside();
  const note = decisionNotes.use(userId)[id] ?? '';
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...reviewOptions(cache, id),
    refetchInterval: ({ state }) => nextCheck(state.data, state.dataUpdateCount),
  });
  const failure = isFetching || error === null ? null : toProblem(error);
  const isMissing = failure?.status === 404;
  /** Administrators cannot see what others write about their own application. */
  const isInternal = data?.note !== undefined;
  const isWithdrawn = isMissing && data !== undefined;
  // There is space for the marks before the list has them.
  const isPending = data?.status === 'pending';
  const mayHaveMarks = data === undefined || (isInternal && isPending);
  const hasMarks = row ? canMark(row) : row === null && mayHaveMarks;
  const request = isPending ? (data.change_request ?? null) : null;
  const personal = usePersonalData(data);
  const comparisons = useComparisons(isInternal ? data : undefined, personal.data);
  /** The application whose applicant is being asked for changes. */
  const [asked, setAsked] = useState<string | null>(null);
  /** The application whose field for the reason is shown. */
  const [unfolded, setUnfolded] = useState<string | null>(null);

  const letterKeys = useLetterKeys();
  const { toggle, said } = useMark();

  const content = useRef<HTMLDivElement>(null);
  const askOrContent = () => document.getElementById(buttons.ask) ?? content.current;
  const [problems, setProblems] = useState<Readonly<Record<string, string | null>>>({});
  const problem = problems[id] ?? null;
  // The other decision may have been undone.
  const isOver = problem === admin.decision.outdated && data?.status === 'pending';

  const settle = async (decision: Decision) => {
    setProblems((all) => ({ ...all, [id]: null }));
    const outcome = await decide(id, decision, data?.version, note);
    // What was typed after the decision was sent stays.
    if (outcome?.is === 'decided' && decisionNotes.current()[id] === note) decisionNotes.forget(id);
    // The changes are above the answers.
    if (outcome?.is === 'changed') scrollToTop(content.current);
    if (outcome?.is === 'outdated' || outcome?.is === 'failed') showRefusal();
    setProblems((all) => ({ ...all, [id]: outcome?.message ?? null }));
  };

  /** The control of the sheet that has the focus, or had it until it was removed. */
  const focused = useRef<Element>(null);
  // A decision, an act on a request, or opening another application removes the pressed button.
  const keepFocus = useEffectEvent(() => {
    const active = document.activeElement;
    if (active !== null && active !== document.body) return;
    if (isBeside && focused.current?.isConnected !== false) return;
    (document.getElementById(buttons.next) ?? content.current)?.focus();
  });
  useEffect(() => keepFocus(), [id, data?.status, request?.id]);
  useEffect(() => {
    scrollToTop(content.current);
    document.getElementById(viewButtonId(id))?.scrollIntoView({ block: 'nearest' });
  }, [id]);

  const step = (direction: 'next' | 'previous') =>
    neighbors.has(direction) ? () => neighbors.go(direction) : undefined;
  const previous = step('previous');
  const next = step('next');

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { keys } = detail;
    const sheet = content.current;
    const target = event.target as HTMLElement;
    if (isReserved(event, sheet)) return;
    const isInside = sheet?.parentElement?.contains(target) === true;
    const isText = takesText(target);
    // A dialog closes itself.
    if (event.key === 'Escape' && isBeside && (isInside || !(isText || target.closest(MENU)))) {
      event.preventDefault();
      onClose();
    }
    // In the list, arrows belong to its filters and tabs.
    if (isText || (!isInside && event.key.length > 1)) return;
    const acts = new Map([
      ['ArrowLeft', previous],
      ['ArrowRight', next],
      [keys.previous, previous],
      [keys.next, next],
      [keys.approve, () => document.getElementById(buttons.approve)?.focus()],
      [keys.reject, () => document.getElementById(buttons.reject)?.focus()],
      [keys.changes, () => document.getElementById(buttons.ask)?.focus()],
    ]);
    const key = letterOf(event);
    const mark = markOfKey(key);
    if (row && mark !== undefined && !event.repeat) acts.set(key, () => toggle(row, mark));
    const act = key.length === 1 && !letterKeys.areOn ? undefined : acts.get(key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    const follow = ({ target }: Event) => {
      const isInside = content.current?.parentElement?.contains(target as Element) === true;
      focused.current = isInside ? (target as Element) : null;
    };
    document.addEventListener('keydown', listen);
    document.addEventListener('focusin', follow);
    // A press on no control leaves the focus nowhere.
    document.addEventListener('pointerdown', follow);
    return () => {
      document.removeEventListener('keydown', listen);
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow);
    };
  }, []);

  return (
    <SideSheet
      isBeside={isBeside}
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
      toolbar={
        <>
          {hasMarks && (
            <div className="mt-2 min-h-9" data-print="hide">
              {row && <MarkButtons application={row} />}
            </div>
          )}
          <output className="sr-only">{said}</output>
          <SheetToolbar
            position={position}
            onPrevious={previous}
            onNext={next}
            onPrint={data && (() => window.print())}
          />
        </>
      }
      footer={
        <>
          <UndoBar inDialog />
          {data && !isWithdrawn && (
            <DecisionFooter
              application={data}
              note={note}
              onNote={(typed) =>
                typed === '' ? decisionNotes.forget(id) : decisionNotes.type(id, typed)
              }
              busy={busy.has(id)}
              onDecide={(decision) => void settle(decision)}
              onAsk={isInternal && request === null ? () => setAsked(id) : undefined}
              problem={isOver ? null : problem}
              isUnfolded={unfolded === id}
              onUnfold={() => setUnfolded(id)}
              onNextPending={
                listsPending && next !== undefined ? () => neighbors.go('next', true) : undefined
              }
            />
          )}
        </>
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
                finalFocus={askOrContent}
              />
            )}
            <AnswerChanges {...comparisons} />
            {data.similar !== undefined && <SimilarApplications similar={data.similar} />}
            <ApplicationSheet application={data} changed={comparisons.changed} search={search} />
            <PersonalData
              personal={personal}
              changed={comparisons.changed}
              isRecorded={isInternal}
            />
            {isInternal && (
              <>
                <ApplicationNotes key={id} id={id} userId={userId} isOpen={data.email !== null} />
                <ApplicationHistory application={data} />
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
            finalFocus={() => document.getElementById(OPEN_REQUEST) ?? askOrContent()}
          />
        )}
      </div>
    </SideSheet>
  );
}

const words = reviewDesk.similar;

/** Other applications that may be from the same person. */
function SimilarApplications({ similar }: Required<Pick<ReviewedApplication, 'similar'>>) {
  // The link replaces the entry of this application, so Back leads to the list.
  const { search, state } = useLocation();
  if (similar.length === 0) return null;
  const addressOf = (id: string) => {
    const params = new URLSearchParams(search);
    params.set('application', id);
    return { search: params.toString() };
  };
  return (
    <section data-print="hide" className="rounded-md border border-sand-deep bg-sand/50 px-4 py-3">
      <h3 className="font-serif text-lg">{words.title}</h3>
      <ul className="divide-y divide-sand-deep">
        {similar.map((other) => (
          <li
            key={other.application_id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5"
          >
            <Link
              to={addressOf(other.application_id)}
              replace
              state={state as unknown}
              className="py-1.5 font-semibold wrap-anywhere underline"
            >
              {nameOf({ ...other, id: other.application_id })}
            </Link>
            <StatusBadge tone={statusTones[other.status]}>{admin.status[other.status]}</StatusBadge>
            <span className="text-sm text-muted">
              {words.reasons[other.reason]}, {words.submitted} <DateTime at={other.submitted_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

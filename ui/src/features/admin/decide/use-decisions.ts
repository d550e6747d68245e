/** Decides on one application or on the selected ones. What was decided can be undone for some time. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ApiProblem, fieldsOf, isTransient, toProblem } from '../../../api/errors';
import {
  type ApplicationSummary,
  type Decision,
  decideApplication,
  decideApplications,
  type DecisionRequest,
  decisionRequests,
  reviewApplication,
  type Skipped,
} from '../../../api/review/applications';
import { showToast } from '../../../components/feedback/toast';
import { admin } from '../../../content/membership/admin';
import { reviewActs } from '../../../content/membership/review';
import { createTypedInputs } from '../../../session/tab-storage/typed-inputs';
import {
  applyDecision,
  detailKey,
  historyKey,
  readCounts,
  setRow,
  setStatuses,
} from '../review-cache';
import type { Selected } from './selection';
import { offerUndo, type UndoableRun } from './undo-store';

const isText = (value: unknown): value is string => typeof value === 'string';

/** The reasons that an administrator has typed but not sent with a decision, by application. */
export const decisionNotes = createTypedInputs('decision-notes', admin.decision.signOut, isText);

type Outcome = {
  /** `outdated`: another administrator decided first. `changed`: the applicant has changed the answers, which are cached. */
  readonly is: 'decided' | 'outdated' | 'changed' | 'failed';
  /** The caller shows it with the toast. */
  readonly message?: string;
};

/** The toast of a decision that was not stored, with its reason where nothing else shows it. */
export function showRefusal(reason?: string): void {
  const { error: title, updateFailed } = admin.toasts;
  const description = reason === undefined ? updateFailed : `${updateFailed}. ${reason}`;
  showToast({ title, description, variant: 'destructive' });
}

function failure(problem: ApiProblem): Outcome {
  const [field] = fieldsOf(problem);
  if (field !== undefined) return { is: 'failed', message: field.detail };
  const explained = problem.code === 'own_application' || problem.fault.kind === 'limited';
  return { is: 'failed', ...(explained && { message: problem.message }) };
}

/** Runs one call at a time per application. */
export function useDecision(onGone: () => void) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  // This is a ref, because state changes too late for two clicks in one tick.
  const latch = useRef(new Set<string>());
  /** The idempotency keys of decisions without a response. A repetition is the same request. */
  const keys = useRef(new Map<string, string>());

  /** Shows what the server has: another administrator's decision, or new answers. */
  const showStored = async (id: string, isChanged = false) => {
    const found = await reviewApplication(id).catch(() => undefined);
    if (found === undefined) {
      // The dialog shows that the applicant has withdrawn it.
      void cache.invalidateQueries({ queryKey: detailKey(id), exact: true });
      if (!isChanged) onGone();
      return;
    }
    const { status, version, change_request: request } = found;
    const marks = { version, changes: request ? 'requested' : 'made' } as const;
    cache.setQueryData(detailKey(id), found);
    setRow(cache, id, { status, ...(isChanged && marks) });
    void cache.invalidateQueries({ queryKey: historyKey(id) });
  };

  const send = async (
    id: string,
    decision: Decision,
    version: number | undefined,
    note: string,
  ): Promise<Outcome> => {
    const request = JSON.stringify([id, decision, version, note.trim()]);
    const repeated = keys.current.get(request);
    const key = repeated ?? crypto.randomUUID();
    keys.current.set(request, key);
    try {
      const response = await decideApplication(id, decision, version, note, key);
      const { undo_seconds: seconds, ...decided } = response;
      keys.current.delete(request);
      // The response may be the recorded one of a decision that has been undone since.
      if (repeated !== undefined) void showStored(id);
      applyDecision(cache, decided);
      const row = { applicant: decided, until: performance.now() + seconds * 1000 };
      const rows = new Map([[id, row]]);
      // The offer contains the words of the toast.
      if (!offerUndo({ decision, rows, note: decided.note ?? '' })) {
        const description = admin.toasts[decision];
        showToast({ title: admin.toasts.success, description, variant: 'success' });
      }
      return { is: 'decided' };
    } catch (cause) {
      const problem = toProblem(cause);
      if (!isTransient(cause)) keys.current.delete(request);
      if (problem.code === 'version_conflict') {
        await showStored(id, true);
        return { is: 'changed', message: admin.decision.changed };
      }
      if (problem.code === 'application_already_decided' || problem.status === 404) {
        await showStored(id);
        return { is: 'outdated', message: admin.decision.outdated };
      }
      return failure(problem);
    }
  };

  /** `version` is that of the answers on the screen. Null if a decision on the application is running. */
  const decide = async (
    id: string,
    decision: Decision,
    version: number | undefined,
    note = '',
  ): Promise<Outcome | null> => {
    if (latch.current.has(id)) return null;
    latch.current.add(id);
    setBusy(new Set(latch.current));
    try {
      return await send(id, decision, version, note);
    } finally {
      latch.current.delete(id);
      setBusy(new Set(latch.current));
    }
  };

  return { decide, busy };
}

export type Decide = ReturnType<typeof useDecision>['decide'];

const words = reviewActs.bulk;

type Run = UndoableRun & {
  readonly decision: Decision;
  readonly rows: Selected;
  /** Not answered for each application yet. */
  readonly requests: DecisionRequest[];
  readonly decided: Set<string>;
  readonly skipped: Map<string, Skipped>;
  isStopped: boolean;
};

type Progress = {
  readonly run: Run;
  readonly done: number;
  /** Null while running. */
  readonly failure: string | null;
};

export type BulkResult = {
  readonly decision: Decision;
  /** The number of applications. */
  readonly decided: number;
  /** All of the run, which are named when they are shown. */
  readonly rows: Selected;
  readonly skipped: readonly Skipped[];
};

/** The server had a fault, for example in its database. */
const canBeTriedAgain = ({ code }: Skipped) => code === 'unavailable';

const rowsOf = (rows: Selected, ids: readonly string[]) => ids.flatMap((id) => rows.get(id) ?? []);

/**
 * Decides in several requests, which can be stopped and continued. Each response adds to what can be undone. Leaving the list
 * stops after the current request, and a toast says so. `select` adds the applications that are still undecided to the
 * selection.
 */
export function useBulkDecision(select: (rows: readonly ApplicationSummary[]) => void) {
  const cache = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [result, setResult] = useState<BulkResult | null>(null);
  const current = useRef<Run>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      current.current?.stop();
    };
  }, []);

  const show = (run: Run, failed: string | null = null) =>
    setProgress({ run, done: run.decided.size + run.skipped.size, failure: failed });

  const end = ({ decision, decided, rows, skipped, requests }: Run) => {
    current.current = null;
    setProgress(null);
    const left = requests
      .flatMap(({ requestBody }) => requestBody.ids)
      .filter((id) => !decided.has(id) && !skipped.has(id));
    select(rowsOf(rows, left));
    const all = [...skipped.values()];
    setResult(all.length === 0 ? null : { decision, decided: decided.size, rows, skipped: all });
  };

  /** Whether all applications of the request were decided or will never be. */
  const take = async (run: Run, request: DecisionRequest): Promise<boolean> => {
    const { decision, rows } = run;
    const answer = await decideApplications(request);
    const until = performance.now() + answer.undo_seconds * 1000;
    const fresh = answer.decided.filter((id) => !run.decided.has(id));
    const decided = rowsOf(rows, fresh).map((row) => [row.id, { applicant: row, until }] as const);
    offerUndo({ decision, rows: new Map(decided), note: '', run });
    for (const id of answer.decided) run.decided.add(id);
    for (const skip of answer.skipped) {
      if (canBeTriedAgain(skip)) continue;
      run.decided.delete(skip.id);
      run.skipped.set(skip.id, skip);
    }
    setStatuses(cache, answer.decided, decision);
    return !answer.skipped.some(canBeTriedAgain);
  };

  const proceed = async (run: Run) => {
    run.isStopped = false;
    show(run);
    try {
      for (let [next] = run.requests; next !== undefined && !run.isStopped; [next] = run.requests) {
        // oxlint-disable-next-line no-await-in-loop -- a stop or a failure leaves the later requests unsent
        if (!(await take(run, next))) {
          // The same request again also tells of decisions whose responses the server has lost.
          show(run, words.unavailable);
          return;
        }
        run.requests.shift();
        show(run);
      }
      end(run);
    } catch (cause) {
      show(run, words.failed(toProblem(cause).message));
    } finally {
      const { decision, decided, rows, requests } = run;
      if (isGone.current && requests.length > 0) {
        const description = words.left(decision, decided.size, rows.size);
        showToast({ title: words.stopped, description });
      }
      void readCounts(cache);
    }
  };

  const start = (decision: Decision, rows: Selected) => {
    const run: Run = {
      decision,
      rows,
      requests: decisionRequests([...rows.values()], decision),
      decided: new Set(),
      skipped: new Map(),
      isStopped: false,
      stop: () => {
        run.isStopped = true;
      },
      onUndone: (ids) => select(rowsOf(rows, ids)),
    };
    current.current = run;
    setResult(null);
    void proceed(run);
  };

  return {
    /** Null before and after a decision. */
    progress,
    result,
    closeResult: () => setResult(null),
    start,
    proceed: (run: Run) => void proceed(run),
    /** After a failure: keeps what was decided, and selects the rest. */
    giveUp: end,
  } as const;
}

export type BulkDecision = ReturnType<typeof useBulkDecision>;

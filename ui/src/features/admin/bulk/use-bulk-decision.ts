/**
 * Decides on the selected applications in several requests, which can be stopped and continued. Each response adds to what can
 * be undone. Leaving the list stops after the current request, and a toast says so.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toProblem } from '../../../api/errors';
import type { ApplicationSummary, Decision } from '../../../api/review/applications';
import {
  decideApplications,
  decisionRequests,
  type DecisionRequest,
  type Skipped,
} from '../../../api/review/decisions';
import { showToast } from '../../../components/feedback/toast';
import { reviewActs } from '../../../content/membership/review-acts';
import { nameOf } from '../list/application-actions';
import { refreshRows, setCountsFromServer } from '../undo/refresh-rows';
import { offerUndo, type UndoableRun } from '../undo/undo-store';
import type { Selected } from './use-selection';

const words = reviewActs.bulk;

type Run = UndoableRun & {
  readonly decision: Decision;
  readonly rows: Selected;
  /** Not answered yet. */
  requests: DecisionRequest[];
  /** The number of applications. */
  decided: number;
  skipped: Skipped[];
  isStopped: boolean;
};

type Progress = {
  readonly run: Run;
  readonly state: 'running' | 'failed';
  readonly decision: Decision;
  readonly done: number;
  readonly total: number;
  /** Empty while running. */
  readonly failure: string;
};

export type BulkResult = {
  readonly decision: Decision;
  readonly decided: number;
  readonly skipped: readonly { id: string; name: string; code: Skipped['code'] }[];
};

/** The server had a fault, for example in its database. */
const canBeTriedAgain = ({ code }: Skipped) => code === 'unavailable';

const rowsOf = (rows: Selected, ids: readonly string[]) => ids.flatMap((id) => rows.get(id) ?? []);

function nameIn(rows: Selected, id: string): string {
  const row = rows.get(id);
  return row === undefined ? '' : nameOf(row);
}

/** `select` adds the applications that are still undecided to the selection. */
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

  const show = (run: Run, state: Progress['state'], failure = '') => {
    const { decision, rows, decided, skipped } = run;
    const total = rows.size;
    setProgress({ run, state, decision, done: decided + skipped.length, total, failure });
  };

  const end = (run: Run) => {
    const { decision, decided, rows, skipped, requests } = run;
    current.current = null;
    setProgress(null);
    select(
      rowsOf(
        rows,
        requests.flatMap(({ requestBody: { ids } }) => ids),
      ),
    );
    const named = skipped.map((skip) => ({ ...skip, name: nameIn(rows, skip.id) }));
    setResult(named.length === 0 ? null : { decision, decided, skipped: named });
  };

  /** Whether all applications of the request were decided or will never be. */
  const take = async (run: Run, request: DecisionRequest): Promise<boolean> => {
    const { decision, rows } = run;
    const answer = await decideApplications(request);
    const until = performance.now() + answer.undo_seconds * 1000;
    const decided = answer.decided.map((id) => [id, { name: nameIn(rows, id), until }] as const);
    offerUndo({ decision, rows: new Map(decided), note: '', run });
    run.decided += decided.length;
    run.skipped.push(...answer.skipped.filter((skip) => !canBeTriedAgain(skip)));
    const again = answer.skipped.filter(canBeTriedAgain).map(({ id }) => id);
    // The server remembers the response to the old key.
    run.requests.splice(0, 1, ...decisionRequests(rowsOf(rows, again), decision));
    refreshRows(cache, answer.decided, decision);
    return again.length === 0;
  };

  const proceed = async (run: Run) => {
    run.isStopped = false;
    show(run, 'running');
    try {
      for (let [next] = run.requests; next !== undefined && !run.isStopped; [next] = run.requests) {
        // oxlint-disable-next-line no-await-in-loop -- a stop or a failure leaves the later requests unsent
        if (!(await take(run, next))) {
          show(run, 'failed', words.unavailable);
          return;
        }
        show(run, 'running');
      }
      end(run);
    } catch (cause) {
      show(run, 'failed', words.failed(toProblem(cause).message));
    } finally {
      const { decision, decided, rows, requests } = run;
      if (isGone.current && requests.length > 0) {
        const description = words.left(decision, decided, rows.size);
        showToast({ title: words.stopped, description });
      }
      void setCountsFromServer(cache);
    }
  };

  const start = (decision: Decision, rows: Selected) => {
    const run: Run = {
      decision,
      rows,
      requests: decisionRequests([...rows.values()], decision),
      decided: 0,
      skipped: [],
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
    /** Why some were skipped. */
    result,
    closeResult: () => setResult(null),
    start,
    proceed: (run: Run) => void proceed(run),
    /** After a failure: keeps what was decided, and selects the rest. */
    giveUp: end,
  } as const;
}

export type BulkDecision = ReturnType<typeof useBulkDecision>;

/** Decides on the selected applications in requests of up to 100, which can be stopped and continued. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toProblem } from '../../../api/errors';
import type { ApplicationSummary, Decision } from '../../../api/review/applications';
import { decideApplications, inChunks, type SkipReason } from '../../../api/review/decisions';
import { reviewActs } from '../../../content/membership/review-acts';
import { nameOf } from '../list/application-actions';
import { refreshRows, setCountsFromServer } from '../undo/refresh-rows';
import { offerUndo } from '../undo/undo-store';

/** A lost response is requested again this often. */
const TRIES = 3;
const PAUSE_MS = 1_000;

export type BulkResult = {
  readonly decision: Decision;
  readonly decided: readonly string[];
  /** Not requested, because the user stopped. */
  readonly rest: readonly string[];
  readonly skipped: readonly { id: string; name: string; code: SkipReason }[];
};

type Request = { readonly ids: string[]; readonly key: string };

async function send({ ids, key }: Request, decision: Decision) {
  for (let tried = 1; ; tried += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a repetition follows the failure
      return await decideApplications(ids, decision, key);
    } catch (cause) {
      if (tried === TRIES || toProblem(cause).fault.kind !== 'network') throw cause;
      // oxlint-disable-next-line no-await-in-loop -- the pause before the repetition
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

export function useBulkDecision(onEnd: (result: BulkResult) => void) {
  const cache = useQueryClient();
  const [state, setState] = useState<'idle' | 'running' | 'failed'>('idle');
  const [progress, setProgress] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const isStopped = useRef(false);
  /** The rest after a failure. A repeated request keeps its key. */
  const rest = useRef<Request[] | null>(null);
  const decided = useRef<string[]>([]);
  const skipped = useRef<{ id: string; code: SkipReason }[]>([]);
  const offered = useRef({ seconds: 0, until: 0 });

  const end = (decision: Decision, rows: ReadonlyMap<string, ApplicationSummary>) => {
    const name = (id: string) => {
      const row = rows.get(id);
      return row === undefined ? '' : nameOf(row);
    };
    const done = decided.current;
    // The first mails are due first.
    const { seconds, until } = offered.current;
    const names = new Map(done.map((id) => [id, name(id)]));
    const isOver = until <= performance.now();
    offerUndo({ decision, names, note: '', seconds, ...(isOver ? {} : { until }) });
    onEnd({
      decision,
      decided: done,
      rest: rest.current?.flatMap(({ ids }) => ids) ?? [],
      skipped: skipped.current.map((skip) => ({ ...skip, name: name(skip.id) })),
    });
    rest.current = null;
    setState('idle');
    setFailure(null);
  };

  const run = async (decision: Decision, rows: ReadonlyMap<string, ApplicationSummary>) => {
    if (state === 'running') return;
    setState('running');
    setFailure(null);
    isStopped.current = false;
    if (rest.current === null) {
      decided.current = [];
      skipped.current = [];
      offered.current = { seconds: 0, until: 0 };
      setProgress(0);
      rest.current = inChunks([...rows.keys()]).map((ids) => ({ ids, key: crypto.randomUUID() }));
    }
    try {
      for (let next = rest.current[0]; next !== undefined && !isStopped.current;) {
        // oxlint-disable-next-line no-await-in-loop -- a stop or a failure leaves the later chunks undecided
        const answer = await send(next, decision);
        const seconds = answer.undo_seconds;
        if (offered.current.until === 0)
          offered.current = { seconds, until: performance.now() + seconds * 1000 };
        decided.current.push(...answer.decided);
        skipped.current.push(...answer.skipped);
        refreshRows(cache, answer.decided, decision);
        setProgress((before) => before + answer.decided.length + answer.skipped.length);
        rest.current = rest.current.slice(1);
        next = rest.current[0];
      }
      end(decision, rows);
    } catch (cause) {
      const problem = toProblem(cause);
      setFailure(problem.fault.kind === 'network' ? reviewActs.undo.offline : problem.message);
      setState('failed');
    } finally {
      void setCountsFromServer(cache);
    }
  };

  return {
    state,
    progress,
    failure,
    run,
    stop: () => {
      isStopped.current = true;
    },
    /** After a failure: keeps what was decided, and ends. */
    giveUp: end,
  } as const;
}

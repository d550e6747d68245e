/** Decides on the selected applications in several requests, which can be stopped and continued. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toProblem } from '../../../api/errors';
import type { ApplicationSummary, Decision } from '../../../api/review/applications';
import { decideApplications, inChunks, type Skipped } from '../../../api/review/decisions';
import { nameOf } from '../list/application-actions';
import { refreshRows, setCountsFromServer } from '../undo/refresh-rows';
import { offerUndo, type Row } from '../undo/undo-store';

export type BulkResult = {
  readonly decision: Decision;
  /** The number of applications. */
  readonly decided: number;
  /** Not requested, because the user stopped. */
  readonly rest: readonly string[];
  readonly skipped: readonly { id: string; name: string; code: Skipped['code'] }[];
};

type Selected = ReadonlyMap<string, ApplicationSummary>;

function nameIn(rows: Selected, id: string): string {
  const row = rows.get(id);
  return row === undefined ? '' : nameOf(row);
}

const versionsIn = (rows: Selected, ids: readonly string[]) =>
  ids.flatMap((id) => rows.get(id)?.version ?? []);

export function useBulkDecision(onEnd: (result: BulkResult) => void) {
  const cache = useQueryClient();
  const [state, setState] = useState<'idle' | 'running' | 'failed'>('idle');
  const [progress, setProgress] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const isStopped = useRef(false);
  /** Not requested yet. Null before the first request. */
  const rest = useRef<readonly string[] | null>(null);
  /** The key of the next request. A repeated request keeps its key. */
  const key = useRef('');
  const decided = useRef(new Map<string, Row>());
  const skipped = useRef<Skipped[]>([]);

  const end = (decision: Decision, rows: Selected) => {
    offerUndo({ decision, rows: decided.current, note: '' });
    onEnd({
      decision,
      decided: decided.current.size,
      rest: rest.current ?? [],
      skipped: skipped.current.map((skip) => ({ ...skip, name: nameIn(rows, skip.id) })),
    });
    rest.current = null;
    setState('idle');
    setFailure(null);
  };

  const run = async (decision: Decision, rows: Selected) => {
    if (state === 'running') return;
    setState('running');
    setFailure(null);
    isStopped.current = false;
    if (rest.current === null) {
      decided.current = new Map();
      skipped.current = [];
      setProgress(0);
      rest.current = [...rows.keys()];
      key.current = crypto.randomUUID();
    }
    try {
      await inChunks(
        rest.current,
        (chunk) => decideApplications(chunk, versionsIn(rows, chunk), decision, key.current),
        (answer, later) => {
          rest.current = later;
          key.current = crypto.randomUUID();
          const until = performance.now() + answer.undo_seconds * 1000;
          for (const id of answer.decided)
            decided.current.set(id, { name: nameIn(rows, id), until });
          skipped.current.push(...answer.skipped);
          refreshRows(cache, answer.decided, decision);
          setProgress(decided.current.size + skipped.current.length);
          return !isStopped.current;
        },
      );
      end(decision, rows);
    } catch (cause) {
      setFailure(toProblem(cause).message);
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

/** Undoes decisions, updates the lists, and says why a decision could not be undone. */
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { toProblem } from '../../../api/errors';
import { type Skipped, undoDecisions } from '../../../api/review/decisions';
import { showToast } from '../../../components/feedback/toast';
import { reviewActs } from '../../../content/membership/review-acts';
import { refreshRows, setCountsFromServer } from './refresh-rows';
import {
  beginUndo,
  currentlyUndoing,
  endUndo,
  forgetUndo,
  keepNote,
  openRows,
  subscribeToUndos,
  type Undoable,
} from './undo-store';

const words = reviewActs.undo;

function report({ rows }: Undoable, undone: readonly string[], skipped: readonly Skipped[]): void {
  const nameOf = (id: string) => rows.get(id)?.name ?? '';
  const [first] = undone;
  if (first !== undefined) {
    const description =
      undone.length === 1 ? words.pending(nameOf(first)) : words.severalPending(undone.length);
    showToast({ title: words.done, description, variant: 'success' });
  }
  if (skipped.length === 0) return;
  const reasons = skipped
    .slice(0, 3)
    .map(({ id, code }) => reviewActs.skipped(nameOf(id), reviewActs.reasons[code]));
  if (skipped.length > reasons.length)
    reasons.push(reviewActs.andMore(skipped.length - reasons.length));
  const done = undone.length === 0 ? [] : [words.severalPending(undone.length)];
  const description = [...done, `${reasons.join('; ')}.`].join(' ');
  showToast({ title: words.failed, description, variant: 'destructive' });
}

export function useUndo() {
  const cache = useQueryClient();
  const busy = useSyncExternalStore(subscribeToUndos, currentlyUndoing, currentlyUndoing);

  /** Resolves to whether the decision need not be offered any more. */
  const undo = async (undoable: Undoable): Promise<boolean> => {
    const { key, note, run } = undoable;
    if (!beginUndo(key)) return false;
    run?.stop();
    const undone: string[] = [];
    const skipped: Skipped[] = [];
    try {
      const ids = [...openRows(undoable, performance.now()).keys()];
      await undoDecisions(ids, (answer) => {
        undone.push(...answer.undone);
        skipped.push(...answer.skipped);
      });
      forgetUndo(key);
      for (const id of undone) keepNote(id, note);
      report(undoable, undone, skipped);
      return true;
    } catch (cause) {
      const { message: description } = toProblem(cause);
      showToast({ title: words.failed, description, variant: 'destructive' });
      return false;
    } finally {
      refreshRows(cache, undone, 'pending');
      run?.onUndone(undone);
      void setCountsFromServer(cache);
      endUndo(key);
    }
  };

  return { undo, busy };
}

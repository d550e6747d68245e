/** Approves and rejects, with one call at a time per application. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ApiProblem, fieldsOf, toProblem } from '../../../api/errors';
import {
  type ApplicationDetail,
  decideApplication,
  getApplication,
  type Decision,
} from '../../../api/review/applications';
import { showToast } from '../../../components/feedback/toast';
import { admin } from '../../../content/membership/admin';
import { nameOf } from '../list/application-actions';
import { detailKey, historyKey, applyDecision, setRow, setStatus } from '../review-cache';
import { offerUndo } from '../undo/undo-store';

export type Outcome =
  | { readonly is: 'decided' }
  /**
   * `outdated`: another administrator decided first. `changed`: the applicant has changed the answers, which are cached.
   * The caller shows the toast and the message, which explains it.
   */
  | { readonly is: 'outdated' | 'changed' | 'failed'; readonly message?: string };

/** The toast of a decision that was not stored, with its reason where nothing else shows it. */
export function showRefusal(reason?: string): void {
  const { error: title, updateFailed } = admin.toasts;
  const description = reason === undefined ? updateFailed : `${updateFailed}. ${reason}`;
  showToast({ title, description, variant: 'destructive' });
}

const failure = (problem: ApiProblem): Outcome => {
  const [field] = fieldsOf(problem);
  if (field !== undefined) return { is: 'failed', message: field.detail };
  const explained = problem.code === 'own_application' || problem.fault.kind === 'limited';
  return { is: 'failed', ...(explained && { message: problem.message }) };
};

export function useDecision(onGone: () => void) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  // This is a ref, because state changes too late for two clicks in one tick.
  const latch = useRef(new Set<string>());

  /** Shows the other administrator's decision in the row. */
  const showOtherDecision = async (id: string) => {
    try {
      const found = await getApplication(id);
      cache.setQueryData(detailKey(id), found);
      setStatus(cache, id, found.status);
      void cache.invalidateQueries({ queryKey: historyKey(id) });
    } catch {
      // The dialog shows that the applicant has withdrawn it.
      void cache.invalidateQueries({ queryKey: detailKey(id) });
      onGone();
    }
  };

  const showNewAnswers = async (id: string) => {
    const found = await getApplication(id).catch(() => undefined);
    if (found === undefined) {
      void cache.invalidateQueries({ queryKey: detailKey(id) });
      return;
    }
    const { status, version, change_request: request } = found;
    cache.setQueryData(detailKey(id), found);
    setRow(cache, id, { status, version, changes: request ? 'requested' : 'made' });
    void cache.invalidateQueries({ queryKey: historyKey(id) });
  };

  /** The decision, if it reached the server and only the response was lost; otherwise null. */
  const readLostDecision = async (id: string, decision: Decision, note: string) => {
    const found = await getApplication(id).catch(() => null);
    return found?.status === decision && (found.note ?? '') === note.trim() ? found : null;
  };

  /** `version` is that of the answers on the screen. */
  const decide = async (
    id: string,
    decision: Decision,
    version: number | undefined,
    note = '',
  ): Promise<Outcome | null> => {
    if (latch.current.has(id)) return null;
    latch.current.add(id);
    setBusy(new Set(latch.current));
    const succeed = (decided: ApplicationDetail, seconds = 0): Outcome => {
      applyDecision(cache, decided);
      const row = { name: nameOf(decided), until: performance.now() + seconds * 1000 };
      const isOffered = offerUndo({
        decision,
        rows: new Map([[id, row]]),
        note: decided.note ?? '',
      });
      // The offer contains the words of the toast.
      if (!isOffered)
        showToast({
          title: admin.toasts.success,
          description: admin.toasts[decision],
          variant: 'success',
        });
      return { is: 'decided' };
    };
    try {
      const { undo_seconds: seconds, ...decided } = await decideApplication(
        id,
        decision,
        version,
        note,
      );
      return succeed(decided, seconds);
    } catch (cause) {
      const problem = toProblem(cause);
      const lost =
        problem.fault.kind === 'network' ? await readLostDecision(id, decision, note) : null;
      if (lost !== null) return succeed(lost);
      if (problem.code === 'version_conflict') {
        await showNewAnswers(id);
        return { is: 'changed', message: admin.decision.changed };
      }
      if (problem.code === 'application_already_decided' || problem.status === 404) {
        await showOtherDecision(id);
        return { is: 'outdated', message: admin.decision.outdated };
      }
      return failure(problem);
    } finally {
      latch.current.delete(id);
      setBusy(new Set(latch.current));
    }
  };

  return { decide, busy };
}

export type Decide = ReturnType<typeof useDecision>['decide'];

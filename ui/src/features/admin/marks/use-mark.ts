/** Marks an application. The lists show a mark before the server has it. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiProblem, toProblem } from '../../../api/errors';
import { type ApplicationSummary, type Mark, setMark } from '../../../api/review/applications';
import { showToast } from '../../../components/feedback/toast';
import { admin } from '../../../content/membership/admin';
import { marks as words } from '../../../content/membership/marks';
import { nameOf } from '../application';
import { readRows, readSelection, savedMarks, setMine, unsavedMarks } from '../review-cache';

type Marked = Pick<ApplicationSummary, 'id' | 'first_name' | 'last_name' | 'status' | 'marks'>;

/** One's own applications and decided ones refuse marks. */
export const canMark = ({ status, marks }: Marked): boolean =>
  status === 'pending' && marks !== null;

/** Sends one mark after another, so that the last one wins. Returns why the last one was refused. */
async function save(
  cache: QueryClient,
  id: string,
  before: Mark | null,
): Promise<ApiProblem | null> {
  let stored = before;
  for (;;) {
    const mark = unsavedMarks.get(id) ?? null;
    // oxlint-disable-next-line no-await-in-loop -- a later mark replaces this one
    const refusal = await setMark(id, mark).then(() => null, toProblem);
    const wanted = unsavedMarks.get(id);
    // The administrator has signed out.
    if (wanted === undefined) return null;
    if (refusal === null) {
      stored = mark;
      savedMarks.set(id, { mine: mark, at: performance.now() });
    }
    if (wanted !== mark) continue;
    unsavedMarks.delete(id);
    setMine(cache, id, stored);
    if (refusal === null) readSelection(cache);
    // The server may have stored it, and only the response was lost.
    else void readRows(cache, [id]).catch(() => undefined);
    return refusal;
  }
}

export function useMark() {
  const cache = useQueryClient();
  const [last, setLast] = useState<{ application: Marked; mine: Mark | null }>();

  /** The mark that is set already is taken away. */
  const toggle = async (application: Marked, mark: Mark): Promise<void> => {
    if (!canMark(application)) return;
    const { id, marks } = application;
    const before = marks?.mine ?? null;
    const isSaving = unsavedMarks.has(id);
    const mine = (isSaving ? unsavedMarks.get(id) : before) === mark ? null : mark;
    unsavedMarks.set(id, mine);
    setMine(cache, id, mine);
    setLast({ application, mine });
    if (isSaving) return;
    const refusal = await save(cache, id, before);
    if (refusal === null) return;
    const reason = refusal.status === 404 ? admin.detail.missing : refusal.message;
    setLast(undefined);
    const description = words.failed(nameOf(application), reason);
    showToast({ title: admin.toasts.error, description, variant: 'destructive' });
  };

  return {
    toggle: (application: Marked, mark: Mark) => void toggle(application, mark),
    /** Announces a mark that was set by a letter key. A pressed button announces itself. */
    said: last === undefined ? '' : words.said(last.mine, nameOf(last.application)),
  };
}

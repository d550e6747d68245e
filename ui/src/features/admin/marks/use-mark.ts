/** Marks an application. The lists show a mark before the server has it. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from '../../../api/errors';
import {
  type ApplicationMarks,
  type ApplicationSummary,
  type Mark,
  setMark,
} from '../../../api/review/applications';
import { showToast } from '../../../components/feedback/toast';
import { admin } from '../../../content/membership/admin';
import { marks as words } from '../../../content/membership/marks';
import { readSelection, savedMarks, setRow, unsavedMarks, withMine } from '../review-cache';

export type Marked = Pick<ApplicationSummary, 'id' | 'status' | 'marks'>;

/** One's own applications and decided ones refuse marks. */
export const canMark = ({ status, marks }: Marked): boolean =>
  status === 'pending' && marks !== null;

/** Sends one mark after another, so that the last one wins. Rejects if the last one was refused. */
async function save(cache: QueryClient, id: string, before: ApplicationMarks): Promise<void> {
  let stored = before;
  try {
    for (;;) {
      const mark = unsavedMarks.get(id) ?? null;
      try {
        // oxlint-disable-next-line no-await-in-loop -- a later mark replaces this one
        stored = (await setMark(id, mark)) ?? withMine(stored, null);
        if (unsavedMarks.get(id) === mark) return;
      } catch (cause) {
        if (unsavedMarks.get(id) === mark) throw cause;
      }
    }
  } finally {
    unsavedMarks.delete(id);
    savedMarks.set(id, { mine: stored.mine, at: performance.now() });
    setRow(cache, id, { marks: stored });
    readSelection(cache);
  }
}

export function useMark() {
  const cache = useQueryClient();
  const [said, setSaid] = useState('');

  /** The mark that is set already is taken away. */
  const toggle = ({ id, status, marks }: Marked, name: string, mark: Mark): void => {
    if (marks === null || status !== 'pending') return;
    const isSaving = unsavedMarks.has(id);
    const last = isSaving ? unsavedMarks.get(id) : marks.mine;
    const mine = last === mark ? null : mark;
    unsavedMarks.set(id, mine);
    setRow(cache, id, { marks: withMine(marks, mine) });
    setSaid(mine === null ? words.removed(name) : words.said(words.names[mine], name));
    if (isSaving) return;
    save(cache, id, marks).catch((cause: unknown) => {
      const { status: code, message } = toProblem(cause);
      const description = words.failed(name, code === 404 ? admin.detail.missing : message);
      setSaid('');
      showToast({ title: admin.toasts.error, description, variant: 'destructive' });
    });
  };

  return {
    toggle,
    /** Announces a mark that was set by a letter key. A pressed button announces itself. */
    said,
  };
}

/** Loads the list for a query, keeps the rows on screen while the next ones load, and notes a decision in place. */
import { useCallback, useEffect, useState } from 'react';
import { isCancelled } from '../../api/errors';
import { listApplications, type ApplicationDetail, type ApplicationList } from '../../api/review';
import { showToast } from '../../components/toast';
import { admin } from '../../content/admin';
import { PAGE_SIZE, type ListQuery } from './use-list-query';

export type ListState = {
  /** What was loaded last; it stays while something newer is on its way. */
  readonly list: ApplicationList | null;
  readonly phase: 'loading' | 'ready' | 'failed';
};

/** Puts a decision into the rows that are shown: nothing moves, whatever the filter says. */
function withDecision(list: ApplicationList, decided: ApplicationDetail): ApplicationList {
  const before = list.items.find(({ id }) => id === decided.id)?.status;
  const { id, status, reviewed_at } = decided;
  const counts = { ...list.counts };
  if (before !== undefined && before !== status) {
    counts[before] -= 1;
    counts[status] += 1;
  }
  return {
    ...list,
    counts,
    items: list.items.map((item) => (item.id === id ? { ...item, status, reviewed_at } : item)),
  };
}

export function useApplicationList({ q, status, page }: ListQuery) {
  const [state, setState] = useState<ListState>({ list: null, phase: 'loading' });
  const [reloads, setReloads] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    setState(({ list }) => ({ list, phase: 'loading' }));
    listApplications(
      {
        q: q.trim() === '' ? undefined : q.trim(),
        status,
        limit: PAGE_SIZE,
        offset: (page - 1) * PAGE_SIZE,
      },
      leaving.signal,
    ).then(
      (list) => setState({ list, phase: 'ready' }),
      (cause: unknown) => {
        if (isCancelled(cause)) return;
        console.warn('The applications could not be loaded.', cause);
        setState(({ list }) => ({ list, phase: 'failed' }));
        showToast({
          title: admin.toasts.error,
          description: admin.toasts.fetchFailed,
          variant: 'destructive',
        });
      },
    );
    return () => leaving.abort();
  }, [q, status, page, reloads]);

  const reload = useCallback(() => setReloads((count) => count + 1), []);
  const noteDecision = useCallback((decided: ApplicationDetail) => {
    setState(({ list, phase }) => ({
      list: list === null ? null : withDecision(list, decided),
      phase,
    }));
  }, []);

  return { ...state, reload, noteDecision };
}

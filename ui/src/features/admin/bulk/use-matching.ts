/** Loads the applications that match the filter, page by page, up to a maximum. */
import { useEffect, useRef, useState } from 'react';
import {
  type ApplicationQuery,
  type ApplicationSummary,
  listApplications,
} from '../../../api/review/applications';

export const MOST_SELECTED = 1000;
const PAGE = 100;

async function matching(
  query: ApplicationQuery,
  signal: AbortSignal,
  found = new Map<string, ApplicationSummary>(),
): Promise<ApplicationSummary[]> {
  const page = await listApplications(query, signal);
  for (const row of page.items) found.set(row.id, row);
  const cursor = page.next_cursor;
  if (cursor === null || found.size >= MOST_SELECTED) {
    return [...found.values()].slice(0, MOST_SELECTED);
  }
  return matching({ ...query, cursor }, signal, found);
}

/** Another filter cancels the load. */
export function useMatching(
  query: ApplicationQuery,
  onLoaded: (rows: readonly ApplicationSummary[]) => void,
) {
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready');
  const running = useRef<AbortController>(null);
  const { cursor: _, ...filter } = query;
  const key = JSON.stringify(filter);
  useEffect(() => () => running.current?.abort(), [key]);

  const load = async () => {
    const own = new AbortController();
    running.current = own;
    setState('loading');
    try {
      const rows = await matching({ ...filter, limit: PAGE }, own.signal);
      if (!own.signal.aborted) onLoaded(rows);
      setState('ready');
    } catch (cause) {
      if (!own.signal.aborted)
        console.warn('The matching applications could not be loaded.', cause);
      setState(own.signal.aborted ? 'ready' : 'failed');
    }
  };
  return { state, load } as const;
}

/**
 * Updates the open list after actions of other users: counts new applications, which a button shows, and updates decided rows
 * in place. A change to the administrator's own roles reloads the profile.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toProblem } from '../../../api/errors';
import {
  type ApplicationDetail,
  type ApplicationQuery,
  MAX_BULK,
} from '../../../api/review/applications';
import { readReviewEvents, type ReviewEvent } from '../../../api/review/events';
import { sessionStore } from '../../../session/browser-session';
import { keepConnected } from './live-connection';
import {
  LISTS,
  OPENED,
  detailKey,
  mergePage,
  notesKey,
  readList,
  readRows,
  setRow,
  setStatuses,
} from '../review-cache';
import type { ListedPage } from '../list/pages';

const READ_EVERY_MS = 500;

type Options = {
  userId: string;
  query: ApplicationQuery;
  /** Undefined while the page is loading. */
  list: ListedPage | undefined;
};

/** The number of applications submitted since the last fetch of a list that includes them. */
function useNewCount(query: ApplicationQuery, list: ListedPage | undefined): number {
  const [seen, setSeen] = useState({ at: -1, total: 0 });
  if (list !== undefined) {
    const { read, counts } = list;
    const shows = seen.at < 0 || query.cursor === undefined;
    if (shows && read.at > seen.at) setSeen(read);
    // Withdrawn applications were seen too.
    else if (counts.total < seen.total) setSeen({ ...seen, total: counts.total });
  }
  const couldList = query.status === undefined || query.status === 'pending';
  if (list === undefined || !couldList) return 0;
  return Math.max(0, list.counts.total - seen.total);
}

/** A refusal may mean that the user has lost the role. The next event triggers a retry. */
function handleFailure(cause: unknown): void {
  const { status } = toProblem(cause);
  if (status === 401 || status === 403) void sessionStore.readProfile();
  else console.warn('The changes of the list could not be read.', cause);
}

const hasMessage = (data: unknown, messageId: string): boolean =>
  (data as Partial<ApplicationDetail> | undefined)?.messages?.some(({ id }) => id === messageId) ===
  true;

export function useLiveReview({ userId, query, list }: Options) {
  const cache = useQueryClient();
  const newCount = useNewCount(query, list);
  /** The fetch time of the stale page. */
  const [changedSince, setChangedSince] = useState<number>();
  const [isOff, setOff] = useState(false);
  const isReading = useRef(false);
  /** The applications that changed since the last read. Undefined if not even the counts did. */
  const due = useRef<readonly string[]>(undefined);

  /** One read after another, because a slow one could put older marks back. */
  const readDue = async () => {
    if (isReading.current) return;
    isReading.current = true;
    while (due.current !== undefined) {
      const ids = due.current.slice(0, MAX_BULK);
      const rest = due.current.slice(MAX_BULK);
      due.current = rest.length > 0 ? rest : undefined;
      // oxlint-disable-next-line no-await-in-loop -- a slow read could put older marks back
      await readRows(cache, ids).catch(handleFailure);
      // oxlint-disable-next-line no-await-in-loop -- events come in bursts
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
    }
    isReading.current = false;
  };

  /** Reads rows by id, because a filter may no longer match them. The counts come with them. */
  const read = (...ids: string[]) => {
    due.current = [...new Set([...(due.current ?? []), ...ids])];
    void readDue();
  };

  const refetch = (queryKey: readonly string[], exact = false) =>
    void cache.invalidateQueries({ queryKey, exact });

  const apply = useEffectEvent((event: ReviewEvent) => {
    switch (event.type) {
      case 'application.submitted':
        read();
        break;
      case 'application.changed':
        setRow(cache, event.applicationId, { status: event.status });
        refetch(detailKey(event.applicationId));
        read(event.applicationId);
        break;
      case 'application.decided':
        setStatuses(cache, [event.applicationId], event.status);
        read();
        break;
      case 'note.added':
      case 'note.changed':
        refetch(notesKey(event.applicationId));
        read(event.applicationId);
        break;
      case 'application.marked':
        read(event.applicationId);
        break;
      case 'email.failed':
        void cache.invalidateQueries({
          queryKey: OPENED,
          predicate: ({ state }) => hasMessage(state.data, event.messageId),
        });
        break;
      case 'application.withdrawn':
        refetch(detailKey(event.applicationId), true);
        if (list?.items.some(({ id }) => id === event.applicationId)) setChangedSince(list.read.at);
        read();
        break;
      case 'role.changed':
        if (event.userId === userId) void sessionStore.readProfile();
    }
  });

  /** Compares the list with the server. No row moves, so that a click cannot decide on the wrong application. */
  const catchUp = useEffectEvent(async () => {
    refetch(OPENED);
    // Those of single rows.
    void cache.invalidateQueries({
      queryKey: LISTS,
      predicate: ({ queryKey: [, asked] }) => (asked as ApplicationQuery).id !== undefined,
    });
    if (list === undefined) return;
    try {
      const now = await readList(query);
      mergePage(cache, now, true);
      const ids = (items: ListedPage['items']) => items.map(({ id }) => id).join();
      if (ids(now.items) !== ids(list.items)) setChangedSince(list.read.at);
    } catch (cause) {
      handleFailure(cause);
    }
  });

  useEffect(() => {
    const end = keepConnected({
      read: readReviewEvents,
      onEvent: (event) => apply(event),
      onMissed: () => void catchUp(),
      onOff: () => {
        setOff(true);
        void catchUp();
      },
      onOn: () => setOff(false),
      onRefused: () => void sessionStore.readProfile(),
    });
    return () => {
      end();
      due.current = undefined;
    };
  }, []);

  return {
    newCount,
    isOff,
    /** Rows were added or removed during an interruption. */
    isChanged: list !== undefined && changedSince === list.read.at,
  };
}

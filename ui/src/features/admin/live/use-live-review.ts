/**
 * Updates the open list after actions of other users: counts new applications, which a button shows, and updates decided rows
 * in place. A change to the administrator's own roles reloads the profile.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toProblem } from '../../../api/errors';
import { type ApplicationQuery, listApplications } from '../../../api/review/applications';
import { readReviewEvents, type ReviewEvent } from '../../../api/review/events';
import { sessionStore } from '../../../session/browser-session';
import { keepConnected } from './live-connection';
import {
  detailKey,
  mergeMarks,
  mergePage,
  setStatus,
  refetchOpen,
  refetchApplication,
  refetchChanges,
  refetchMessage,
  refetchNotes,
} from '../review-cache';
import type { ListedPage } from '../list/use-application-list';

/** Events come in bursts, so the counts are fetched once per interval. */
const COUNTS_EVERY_MS = 500;
const COUNTS: ApplicationQuery = { limit: 1, sort: 'submitted_at', order: 'desc' };

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

export function useLiveReview({ userId, query, list }: Options) {
  const cache = useQueryClient();
  const newCount = useNewCount(query, list);
  /** The fetch time of the stale page. */
  const [changedSince, setChangedSince] = useState<number>();
  const [isOff, setOff] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);
  const areRowsDue = useRef(false);

  /** With `withRows`, also reads the marks of the rows on the page. */
  const readCounts = (withRows = false) => {
    areRowsDue.current ||= withRows;
    if (timer.current !== undefined) {
      isDue.current = true;
      return;
    }
    isDue.current = false;
    const asked = areRowsDue.current ? query : COUNTS;
    areRowsDue.current = false;
    listApplications(asked)
      .then((page) => mergeMarks(cache, page))
      .catch(handleFailure);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (isDue.current) readCounts();
    }, COUNTS_EVERY_MS);
  };

  const apply = useEffectEvent((event: ReviewEvent) => {
    switch (event.type) {
      case 'application.submitted':
        readCounts();
        break;
      case 'application.changed':
        setStatus(cache, event.applicationId, event.status);
        refetchChanges(cache, event.applicationId);
        readCounts(list?.items.some(({ id }) => id === event.applicationId));
        break;
      case 'application.decided':
        setStatus(cache, event.applicationId, event.status);
        refetchApplication(cache, event.applicationId, event.status);
        readCounts();
        break;
      case 'note.added':
      case 'note.changed':
        refetchNotes(cache, event.applicationId);
        break;
      case 'email.failed':
        refetchMessage(cache, event.messageId);
        break;
      case 'application.withdrawn':
        void cache.invalidateQueries({ queryKey: detailKey(event.applicationId) });
        if (list?.items.some(({ id }) => id === event.applicationId)) setChangedSince(list.read.at);
        readCounts();
        break;
      case 'role.changed':
        if (event.userId === userId) void sessionStore.readProfile();
    }
  });

  /** Compares the list with the server. No row moves, so that a click cannot decide on the wrong application. */
  const catchUp = useEffectEvent(async () => {
    refetchOpen(cache);
    if (list === undefined) return;
    try {
      const now = await listApplications(query);
      mergePage(cache, now);
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
      clearTimeout(timer.current);
      timer.current = undefined;
      isDue.current = false;
    };
  }, []);

  return {
    newCount,
    isOff,
    /** Rows were added or removed during an interruption. */
    isChanged: list !== undefined && changedSince === list.read.at,
  };
}

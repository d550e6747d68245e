/**
 * Updates the open list after actions of other users: counts new applications, which a button shows, and updates decided rows
 * in place. A change to the administrator's own roles reloads the profile.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toProblem } from '../../../api/errors';
import { type ApplicationDetail, type ApplicationQuery } from '../../../api/review/applications';
import { readReviewEvents, type ReviewEvent } from '../../../api/review/events';
import { sessionStore } from '../../../session/browser-session';
import { keepConnected } from './live-connection';
import {
  COUNTS,
  OPENED,
  detailKey,
  mergePage,
  notesKey,
  readList,
  setRow,
  setStatuses,
} from '../review-cache';
import type { ListedPage } from '../list/pages';

/** Events come in bursts, so the counts are fetched once per interval. */
const COUNTS_EVERY_MS = 500;

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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What changed since the last fetch. */
  const due = useRef<'nothing' | 'counts' | 'marks'>('nothing');

  const readDue = () => {
    const asked = due.current === 'marks' ? query : COUNTS;
    due.current = 'nothing';
    readList(asked)
      .then((page) => mergePage(cache, page, false))
      .catch(handleFailure);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (due.current !== 'nothing') readDue();
    }, COUNTS_EVERY_MS);
  };

  /** `marks` are those of the rows on the page, which come with the counts. */
  const read = (wanted: 'counts' | 'marks') => {
    if (due.current !== 'marks') due.current = wanted;
    if (timer.current === undefined) readDue();
  };

  const isListed = (id: string) => list?.items.some((item) => item.id === id) === true;
  const refetch = (queryKey: readonly string[], exact = false) =>
    void cache.invalidateQueries({ queryKey, exact });

  const apply = useEffectEvent((event: ReviewEvent) => {
    switch (event.type) {
      case 'application.submitted':
        read('counts');
        break;
      case 'application.changed':
        setRow(cache, event.applicationId, { status: event.status });
        refetch(detailKey(event.applicationId));
        read(isListed(event.applicationId) ? 'marks' : 'counts');
        break;
      case 'application.decided':
        setStatuses(cache, [event.applicationId], event.status);
        read('counts');
        break;
      case 'note.added':
      case 'note.changed':
        refetch(notesKey(event.applicationId));
        if (isListed(event.applicationId)) read('marks');
        break;
      case 'application.marked':
        read(isListed(event.applicationId) ? 'marks' : 'counts');
        break;
      case 'email.failed':
        void cache.invalidateQueries({
          queryKey: OPENED,
          predicate: ({ state }) => hasMessage(state.data, event.messageId),
        });
        break;
      case 'application.withdrawn':
        refetch(detailKey(event.applicationId), true);
        if (list !== undefined && isListed(event.applicationId)) setChangedSince(list.read.at);
        read('counts');
        break;
      case 'role.changed':
        if (event.userId === userId) void sessionStore.readProfile();
    }
  });

  /** Compares the list with the server. No row moves, so that a click cannot decide on the wrong application. */
  const catchUp = useEffectEvent(async () => {
    refetch(OPENED);
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
      clearTimeout(timer.current);
      timer.current = undefined;
      due.current = 'nothing';
    };
  }, []);

  return {
    newCount,
    isOff,
    /** Rows were added or removed during an interruption. */
    isChanged: list !== undefined && changedSince === list.read.at,
  };
}

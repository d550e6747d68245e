/**
 * What others do while an administrator looks: new applications are counted and never shown by themselves, decided rows
 * change in their place, and a change of the own roles is looked at again.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toProblem } from '../../../api/errors';
import { type ApplicationQuery, listApplications } from '../../../api/review';
import { readReviewEvents, type ReviewEvent } from '../../../api/review-events';
import { sessionStore } from '../../../session/browser-session';
import { keepListening } from './live-connection';
import { noteCounts, notePage, noteStatus, rereadApplication } from '../review-cache';
import type { ListedPage } from '../list/use-application-list';

/** Events come in bursts: the counts are asked for with the first, and at most so often. */
const COUNTS_EVERY_MS = 500;

type Options = {
  userId: string;
  query: ApplicationQuery;
  /** The page on screen; undefined while it is read. */
  list: ListedPage | undefined;
};

/** How many applications came in since the newest page was read that could have shown them. */
function useFresh(query: ApplicationQuery, list: ListedPage | undefined): number {
  const [seen, setSeen] = useState<number | null>(null);
  const shows = seen === null || query.cursor === undefined;
  if (list !== undefined && shows && list.read.total > (seen ?? -1)) setSeen(list.read.total);
  const couldList = query.status === undefined || query.status === 'pending';
  if (list === undefined || seen === null || !couldList) return 0;
  return Math.max(0, list.counts.total - seen);
}

/** A refusal is news of its own: the role may be gone. The next event or break tries again. */
function unread(cause: unknown): void {
  const { status } = toProblem(cause);
  if (status === 401 || status === 403) void sessionStore.readProfile();
  else console.warn('What changed in the list could not be read.', cause);
}

export function useLiveReview({ userId, query, list }: Options) {
  const cache = useQueryClient();
  const fresh = useFresh(query, list);
  // Of the page whose rows are not those of the server any more.
  const [changedSince, setChangedSince] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);

  const readCounts = () => {
    if (timer.current !== undefined) {
      isDue.current = true;
      return;
    }
    isDue.current = false;
    listApplications({ limit: 1, sort: 'submitted_at', order: 'desc' })
      .then(({ counts }) => noteCounts(cache, counts))
      .catch(unread);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (isDue.current) readCounts();
    }, COUNTS_EVERY_MS);
  };

  const note = useEffectEvent((event: ReviewEvent) => {
    switch (event.type) {
      case 'application.submitted':
        readCounts();
        break;
      case 'application.decided':
        noteStatus(cache, event.applicationId, event.status);
        rereadApplication(cache, event.applicationId, event.status);
        readCounts();
        break;
      case 'role.changed':
        if (event.userId === userId) void sessionStore.readProfile();
    }
  });

  /** Reads beside the list what it is now: no row moves, or a hand on its way would decide on another application. */
  const catchUp = useEffectEvent(async () => {
    if (list === undefined) return;
    try {
      const now = await listApplications(query);
      notePage(cache, now);
      const ids = (items: ListedPage['items']) => items.map(({ id }) => id).join();
      if (ids(now.items) !== ids(list.items)) setChangedSince(list.read.at);
    } catch (cause) {
      unread(cause);
    }
  });

  useEffect(() => {
    const end = keepListening({
      read: readReviewEvents,
      onEvent: (event) => note(event),
      onMissed: () => void catchUp(),
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
    fresh,
    /** While nobody listened, rows came or went. */
    isChanged: list !== undefined && changedSince === list.read.at,
  };
}

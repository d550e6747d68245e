/**
 * What others do while an administrator looks: new applications are counted and never shown by themselves, decided rows
 * change in their place, and a change of the own roles is looked at again.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listApplications } from '../../api/review';
import { readReviewEvents, type ReviewEvent } from '../../api/review-events';
import { sessionStore } from '../../session/browser-session';
import { keepListening } from './live-connection';
import { isListed, noteCounts, noteStatus, rereadApplication } from './review-cache';

/** Events come in bursts; the counts are asked for once after each. */
const COUNTS_AFTER_MS = 500;

type Options = {
  userId: string;
  /** Events may have been missed, and the list is to be read again. */
  onMissed(): void;
};

export function useLiveReview({ userId, onMissed }: Options) {
  const cache = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  // A connection that goes on after a break may repeat what it has told.
  const known = useRef(new Set<string>());
  const counting = useRef<ReturnType<typeof setTimeout>>(undefined);

  const countLater = () => {
    clearTimeout(counting.current);
    counting.current = setTimeout(() => {
      listApplications({ limit: 1, sort: 'submitted_at', order: 'desc' })
        .then(({ counts }) => noteCounts(cache, counts))
        .catch((cause: unknown) => console.warn('The counts could not be read.', cause));
    }, COUNTS_AFTER_MS);
  };

  const note = useEffectEvent((event: ReviewEvent) => {
    switch (event.type) {
      case 'application.submitted': {
        const { applicationId: id } = event;
        if (known.current.has(id)) return;
        known.current.add(id);
        if (!isListed(cache, id)) setFresh((before) => new Set([...before, id]));
        countLater();
        break;
      }
      case 'application.decided':
        noteStatus(cache, event.applicationId, event.status);
        rereadApplication(cache, event.applicationId, event.status);
        countLater();
        break;
      case 'role.changed':
        if (event.userId === userId) void sessionStore.readProfile();
    }
  });
  const missed = useEffectEvent(() => {
    setFresh(new Set());
    onMissed();
  });

  useEffect(() => {
    const end = keepListening({
      read: readReviewEvents,
      onEvent: (event) => note(event),
      onMissed: () => missed(),
      onRefused: () => void sessionStore.readProfile(),
    });
    return () => {
      end();
      clearTimeout(counting.current);
    };
  }, []);

  return {
    /** How many applications came in since the list was read. */
    fresh: fresh.size,
    /** They are on screen now. */
    forgetFresh: () => setFresh(new Set()),
  };
}

/**
 * Input that is not on the server. A tab loses it only if its user agrees or signs out in another tab, and another user
 * never sees it.
 */
import { sessionState } from './session-state';

/** The maximum time for which unsaved work may delay a sign-out. */
const LAST_SAVE_MS = 2_000;

export type UnsavedWork = {
  userId(): string | undefined;
  isUnsaved(): boolean;
  /** Whether closing the tab would lose input. */
  isAtRisk(): boolean;
  /** Asked on Sign Out, which deletes unsaved input in this browser. */
  readonly question: string;
  drop(): void;
  /** Saves while the token is still valid. */
  save?(): Promise<void>;
  /** The session has ended, but not by Sign Out. */
  pause?(): void;
  resume?(): void;
};

const guarded: UnsavedWork[] = [];

/**
 * Returns a function that is called when there is work and when there is none: browsers exclude pages that ask before leaving
 * from the back/forward cache.
 */
export function guardUnsaved(work: UnsavedWork): (exists: boolean) => void {
  guarded.push(work);
  sessionState.subscribe((event) => {
    if (event.type === 'SIGNED_OUT') {
      if (event.asked) work.drop();
      else work.pause?.();
    }
    if (event.type === 'SIGNED_IN') {
      if (event.session.user.id === work.userId()) work.resume?.();
      else work.drop();
    }
  });
  const ask = (event: BeforeUnloadEvent) => {
    if (work.isAtRisk()) event.preventDefault();
  };
  return (exists) => {
    if (exists) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  };
}

/** Saves what can be saved. False if the user prefers to keep the rest. */
export async function maySignOut(): Promise<boolean> {
  if (guarded.length === 0) return true;
  await Promise.race([
    Promise.allSettled(guarded.map(async (work) => work.save?.())),
    new Promise((resolve) => setTimeout(resolve, LAST_SAVE_MS)),
  ]);
  return guarded.every((work) => !work.isUnsaved() || window.confirm(work.question));
}

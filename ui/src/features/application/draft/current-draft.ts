/** The signed-in user's draft. It is saved on leaving the page, before Sign Out, and when the connection returns. */
import { application } from '../../../content/membership/application';
import { sessionState } from '../../../session/session-state';
import { beforeSignOut } from '../../../session/session-actions';
import { createDraft, type ApplicationDraft } from './application-draft';
import { forgetSubmissionKey } from '../submission/submission-key';
import { clearUnsaved } from './unsaved-answers';

let draft: ApplicationDraft | null = null;
let watching = false;

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  if (draft?.isAtRisk() === true) event.preventDefault();
}

function watch(): void {
  if (watching) return;
  watching = true;
  window.addEventListener('pagehide', () => draft?.leave());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') draft?.leave();
    else void draft?.catchUp();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void draft?.catchUp();
  });
  window.addEventListener('focus', () => void draft?.catchUp());
  window.addEventListener('online', () => draft?.retryNow());
  beforeSignOut({
    save: async () => draft?.flush(),
    mayDiscard: () => draft?.isUnsaved() !== true || window.confirm(application.draft.signOut),
  });
  sessionState.subscribe((event) => {
    if (event.type === 'SIGNED_OUT') {
      if (event.asked) dropDraft();
      else draft?.pause();
    }
    if (event.type === 'SIGNED_IN') {
      if (event.session.user.id === draft?.userId) draft.resume();
      else dropDraft();
    }
  });
}

export function openDraft(userId: string): ApplicationDraft {
  watch();
  if (draft?.userId !== userId) {
    draft?.end();
    draft = createDraft(userId);
    // The listener exists only with a draft, because some browsers exclude pages with it from the back/forward cache.
    window.addEventListener('beforeunload', askBeforeLeaving);
  }
  return draft;
}

/** Called after a submission, a pressed Sign Out, or another user's sign-in. */
export function dropDraft(): void {
  draft?.end();
  draft = null;
  window.removeEventListener('beforeunload', askBeforeLeaving);
}

/** Called after a submission in any tab or on any device. */
export function dropSubmittedDraft(): void {
  dropDraft();
  clearUnsaved();
  forgetSubmissionKey();
}

export const hasAnswers = (): boolean => draft?.hasAnswers() === true;

/** Actions on the session for code of the first load. They load the session store only when it is needed. */
import { sessionState } from './session-state';

/** How long unsaved work may delay a sign-out. */
const LAST_SAVE_MS = 2_000;

type UnsavedWork = {
  /** Saves while the token is still valid. */
  save(): Promise<void>;
  /** Asks the user, if something is still unsaved. False cancels the sign-out. */
  mayDiscard(): boolean;
};

let unsavedWork: UnsavedWork | null = null;

/** The work that Sign Out would otherwise lose: signing out deletes unsaved input in this browser. */
export function beforeSignOut(work: UnsavedWork): void {
  unsavedWork = work;
}

async function store() {
  return (await import('./browser-session')).sessionStore;
}

/** Ends all sessions of this user, here and on the server, unless the user keeps unsaved work instead. */
export async function signOut(): Promise<void> {
  const sessionStore = await store();
  if (unsavedWork !== null) {
    await Promise.race([
      unsavedWork.save().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, LAST_SAVE_MS)),
    ]);
    if (!unsavedWork.mayDiscard()) return;
  }
  await sessionStore.signOut();
}

/** Signs out this browser alone, after the server has deleted the account with its sessions. */
export async function signOutLocally(): Promise<void> {
  (await store()).signOutLocally();
}

/** Reads profile and roles again, for a page that needs them. */
export async function readProfile(): Promise<void> {
  await (await store()).readProfile();
}

/**
 * Updates every tab after a change of the user's names or address, and after an action that may have ended this session.
 * Does nothing for a visitor.
 */
export async function profileChanged(): Promise<void> {
  if (sessionState.current().status === 'signed-in') await (await store()).profileChanged();
}

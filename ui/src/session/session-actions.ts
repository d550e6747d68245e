/** Actions on the session that load the session store only when they run. */
import { sessionState } from './session-state';

/** The maximum time for which unsaved work may delay a sign-out. */
const LAST_SAVE_MS = 2_000;

type UnsavedWork = {
  /** Saves while the token is still valid. */
  save(): Promise<void>;
  /** Asks the user if something is still unsaved. False cancels the sign-out. */
  mayDiscard(): boolean;
};

const unsavedWork: UnsavedWork[] = [];

/** Unsaved work that would otherwise be lost, because signing out deletes unsaved input in this browser. */
export function beforeSignOut(work: UnsavedWork): void {
  unsavedWork.push(work);
}

async function store() {
  return (await import('./browser-session')).sessionStore;
}

/** Ends all sessions of this user, unless the user prefers to keep unsaved work. */
export async function signOut(): Promise<void> {
  const sessionStore = await store();
  if (unsavedWork.length > 0) {
    await Promise.race([
      Promise.allSettled(unsavedWork.map((work) => work.save())),
      new Promise((resolve) => setTimeout(resolve, LAST_SAVE_MS)),
    ]);
    if (!unsavedWork.every((work) => work.mayDiscard())) return;
  }
  await sessionStore.signOut();
}

/** Signs out only this browser, after the server has deleted the account and its sessions. */
export async function signOutLocally(): Promise<void> {
  (await store()).signOutLocally();
}

export async function readProfile(): Promise<void> {
  await (await store()).readProfile();
}

/** Updates every tab after a change to the user's names or address, and after an action that may end this session. */
export async function profileChanged(): Promise<void> {
  if (sessionState.current().status === 'signed-in') await (await store()).profileChanged();
}

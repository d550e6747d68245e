/** Actions on the session for code of the first load. They load the session store only when it is needed. */
import { sessionState } from './session-state';

/** How long unsaved work may delay a sign-out. */
const LAST_SAVE_MS = 2_000;

const lastSaves = new Set<() => Promise<void>>();

/** Runs `save` when the user presses Sign Out, while the token is still valid. Returns a function that cancels this. */
export function beforeSignOut(save: () => Promise<void>): () => void {
  lastSaves.add(save);
  return () => void lastSaves.delete(save);
}

async function store() {
  return (await import('./browser-session')).sessionStore;
}

/** Ends all sessions of this user, here and on the server. */
export async function signOut(): Promise<void> {
  const sessionStore = await store();
  if (lastSaves.size > 0) {
    await Promise.race([
      Promise.allSettled([...lastSaves].map((save) => save())),
      new Promise((resolve) => setTimeout(resolve, LAST_SAVE_MS)),
    ]);
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

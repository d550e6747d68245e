/** Actions on the session that load the session store only when they run. */
import { sessionState } from './session-state';
import { maySignOut } from './unsaved-work';

async function store() {
  return (await import('./browser-session')).sessionStore;
}

/** Ends all sessions of this user, unless the user prefers to keep unsaved work. */
export async function signOut(): Promise<void> {
  const sessionStore = await store();
  if (!(await maySignOut())) return;
  await sessionStore.signOut();
}

/** Signs out only this browser, after the server has deleted the account and its sessions. */
export const signOutLocally = async () => (await store()).signOutLocally();

export const readProfile = async () => (await store()).readProfile();

/** Updates every tab after a change to the user's names or address, and after an action that may end this session. */
export async function profileChanged(): Promise<void> {
  if (sessionState.current().status === 'signed-in') await (await store()).profileChanged();
}

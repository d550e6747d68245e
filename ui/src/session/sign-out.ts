/** Signing out, for the frame of every page: the machinery behind it is there already when somebody is signed in. */

/** How long unsaved work may hold up a sign-out. */
const LAST_SAVE_MS = 2_000;

const lastSaves = new Set<() => Promise<void>>();

/** Runs `save` before a session is ended by Sign Out, while its token is still good. Returns the way to take it back. */
export function beforeSignOut(save: () => Promise<void>): () => void {
  lastSaves.add(save);
  return () => void lastSaves.delete(save);
}

const lastSaved = (): Promise<unknown> =>
  Promise.race([
    Promise.allSettled([...lastSaves].map((save) => save())),
    new Promise((resolve) => setTimeout(resolve, LAST_SAVE_MS)),
  ]);

/** Ends all sessions of this person, here and on the server. */
export async function signOut(): Promise<void> {
  const { sessionStore } = await import('./browser-session');
  if (lastSaves.size > 0) await lastSaved();
  await sessionStore.signOut();
}

/** Signs out this browser alone, after the server has ended every session with the account. */
export async function leave(): Promise<void> {
  const { sessionStore } = await import('./browser-session');
  sessionStore.leave();
}

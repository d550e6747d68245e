/** Reading profile and roles again: for a page that cannot go on without them, and after a change of the profile. */
import { sessionBoard } from './session-board';

export async function readProfile(): Promise<void> {
  const { sessionStore } = await import('./browser-session');
  await sessionStore.readProfile();
}

/** After what may have ended or changed the session of this browser: reading the profile finds out. */
export async function readProfileIfSignedIn(): Promise<void> {
  if (sessionBoard.current().status === 'signed-in') await readProfile();
}

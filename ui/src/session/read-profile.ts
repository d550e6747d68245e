/** Reading profile and roles again, for pages that do without the rest of the session's machinery. */
import { sessionState } from './session-state';

/** For a page that cannot go on without them. */
export async function readProfile(): Promise<void> {
  const { sessionStore } = await import('./browser-session');
  await sessionStore.readProfile();
}

/**
 * After a change of the own names or address, and after what may have ended the session of this browser: for the header of
 * every tab, and whoever listens for USER_UPDATED. Loads nothing for a visitor.
 */
export async function profileChanged(): Promise<void> {
  if (sessionState.current().status !== 'signed-in') return;
  const { sessionStore } = await import('./browser-session');
  await sessionStore.profileChanged();
}

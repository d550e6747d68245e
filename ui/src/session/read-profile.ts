/** Reading profile and roles again, for pages that do without the rest of the session's machinery. */

/** For a page that cannot go on without them. */
export async function readProfile(): Promise<void> {
  const { sessionStore } = await import('./browser-session');
  await sessionStore.readProfile();
}

/** After a change of the own names or address: for the header of every tab, and whoever listens for USER_UPDATED. */
export async function profileChanged(): Promise<void> {
  const { sessionStore } = await import('./browser-session');
  await sessionStore.profileChanged();
}

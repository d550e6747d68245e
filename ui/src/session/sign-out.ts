/** Signing out, for the frame of every page: the machinery behind it is there already when somebody is signed in. */

/** Ends all sessions of this person, here and on the server. */
export async function signOut(): Promise<void> {
  const { sessionStore } = await import('./browser-session');
  await sessionStore.signOut();
}

/** Signs out this browser alone, after the server has ended every session with the account. */
export async function leave(): Promise<void> {
  const { sessionStore } = await import('./browser-session');
  sessionStore.leave();
}

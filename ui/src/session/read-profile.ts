/** Reading profile and roles again: for a page that cannot go on without them, and after a change of the profile. */
export async function readProfile(): Promise<void> {
  const { sessionStore } = await import('./browser-session');
  await sessionStore.readProfile();
}

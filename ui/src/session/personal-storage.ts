/**
 * Unsaved work of one user in this tab's session storage. A pressed Sign Out and the sign-in of another user delete it.
 * If storage is full or refused, nothing is kept.
 */
import type { SessionEvent } from './session-state';

const PREFIX = 'educators-forum.waiting.';

type Owned = { readonly userId: string; readonly value: unknown };

function parse(text: string | null): Owned | null {
  try {
    const owned: unknown = JSON.parse(text ?? 'null');
    return typeof owned === 'object' && owned !== null && 'userId' in owned && 'value' in owned
      ? (owned as Owned)
      : null;
  } catch {
    return null;
  }
}

/** The user's value of this name; null if there is none or it belongs to another user. */
export function readPersonal(name: string, userId: string): unknown {
  try {
    const owned = parse(sessionStorage.getItem(PREFIX + name));
    return owned?.userId === userId ? owned.value : null;
  } catch {
    return null;
  }
}

/** False if storage refused. The earlier value is removed then, so that it is never restored in place of the new one. */
export function writePersonal(name: string, userId: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ userId, value } satisfies Owned));
    return true;
  } catch {
    clearPersonal(name);
    return false;
  }
}

export function clearPersonal(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // A storage that refuses this cannot be read either.
  }
}

/** Removes the values of every other user; for null, all values. */
function wipeAllBut(userId: string | null): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(PREFIX)) continue;
      if (parse(sessionStorage.getItem(key))?.userId !== userId || userId === null) {
        sessionStorage.removeItem(key);
      }
    }
  } catch {
    // As in clearPersonal.
  }
}

/** Listens to the session's events. A session that ended by itself keeps the values until the same user returns. */
export function wipeForOthers(event: SessionEvent): void {
  if (event.type === 'SIGNED_OUT' && event.asked) wipeAllBut(null);
  if (event.type === 'SIGNED_IN') wipeAllBut(event.session.user.id);
  if (event.type === 'INITIAL_SESSION' && event.session !== null) {
    wipeAllBut(event.session.user.id);
  }
}

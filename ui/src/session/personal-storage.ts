/**
 * What waits in this tab for one person, in session storage. It belongs to that person alone: a pressed Sign Out and the
 * sign-in of somebody else wipe it. A storage that is full or refused costs nothing but the waiting.
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

/** What this person left under the name; null for nothing, and for what is another's. */
export function readPersonal(name: string, userId: string): unknown {
  try {
    const owned = parse(sessionStorage.getItem(PREFIX + name));
    return owned?.userId === userId ? owned.value : null;
  } catch {
    return null;
  }
}

/** False where storage refused; what it held before is gone then, so that it never gives back an old value. */
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
    // Nothing can be read from such a storage either.
  }
}

/** Removes what is not this person's; all of it for nobody. */
function wipeAllBut(userId: string | null): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(PREFIX)) continue;
      if (parse(sessionStorage.getItem(key))?.userId !== userId || userId === null) {
        sessionStorage.removeItem(key);
      }
    }
  } catch {
    // As above.
  }
}

/** For the session's events: a session that ended by itself leaves everything for the same person's return. */
export function wipeForOthers(event: SessionEvent): void {
  if (event.type === 'SIGNED_OUT' && event.asked) wipeAllBut(null);
  if (event.type === 'SIGNED_IN') wipeAllBut(event.session.user.id);
  if (event.type === 'INITIAL_SESSION' && event.session !== null) {
    wipeAllBut(event.session.user.id);
  }
}

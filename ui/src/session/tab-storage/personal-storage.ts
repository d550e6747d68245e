/**
 * A user's unsaved work in session storage. Sign Out or another user's sign-in deletes it. Full or refused storage
 * keeps nothing.
 */
import { readTab, removeTab, type StorageKey, writeTab } from '../../lib/browser/browser-storage';
import { forgetSignUp } from '../../lib/sign-up-progress';
import type { SessionEvent } from '../session-state';

const PREFIX = 'educators-forum.waiting.' satisfies StorageKey;

const keyOf = (name: string) => `${PREFIX}${name}` as const;
const isPersonal = (key: string): key is ReturnType<typeof keyOf> => key.startsWith(PREFIX);

type Owned = { readonly userId: string; readonly value: unknown };

function read(key: StorageKey): Owned | null {
  try {
    const owned: unknown = JSON.parse(readTab(key) ?? 'null');
    return typeof owned === 'object' && owned !== null && 'userId' in owned && 'value' in owned
      ? (owned as Owned)
      : null;
  } catch {
    return null;
  }
}

/** Null if the value is missing or belongs to another user. */
export function readPersonal(name: string, userId: string): unknown {
  const owned = read(keyOf(name));
  return owned?.userId === userId ? owned.value : null;
}

/** False if storage refused. The earlier value is then removed, so that it does not replace the new one later. */
export function writePersonal(name: string, userId: string, value: unknown): boolean {
  const owned: Owned = { userId, value };
  if (writeTab(keyOf(name), JSON.stringify(owned))) return true;
  clearPersonal(name);
  return false;
}

export const clearPersonal = (name: string): void => removeTab(keyOf(name));

/** Removes the values of every other user; for null, all values. */
function wipeAllBut(userId: string | null): void {
  try {
    for (const key of Object.keys(sessionStorage).filter(isPersonal)) {
      if (userId === null || read(key)?.userId !== userId) removeTab(key);
    }
  } catch {
    // Storage that refuses a removal cannot be read either.
  }
}

/** Listens to session events. A session that expires keeps the values for the same user. */
export function wipeForOthers(event: SessionEvent): void {
  if (event.type === 'SIGNED_OUT' && event.asked) wipeAllBut(null);
  if (event.type === 'SIGNED_IN') {
    wipeAllBut(event.session.user.id);
    forgetSignUp();
  }
  if (event.type === 'INITIAL_SESSION' && event.session !== null) {
    wipeAllBut(event.session.user.id);
  }
}

/** The session in local storage. Only the session store uses it. */
import { SESSION_KEY, type StoredSession } from '../session-state';

export type SessionStorage = ReturnType<typeof browserSessionStorage>;

function isStoredSession(value: unknown): value is StoredSession {
  if (typeof value !== 'object' || value === null) return false;
  const session = value as Partial<Record<keyof StoredSession, unknown>>;
  return (
    typeof session.accessToken === 'string' &&
    typeof session.refreshToken === 'string' &&
    typeof session.expiresAt === 'number' &&
    typeof session.clockOffset === 'number' &&
    typeof session.user === 'object' &&
    session.user !== null &&
    'id' in session.user
  );
}

/** Null for malformed text, for example from an earlier version or a manual change. */
export function parseSession(text: string | null): StoredSession | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isStoredSession(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * The browser may refuse storage at any time (private windows, a full quota). The session is then kept in memory, and the
 * stored one is removed, because its refresh token has been used, and the server treats a reused token as stolen.
 */
export function browserSessionStorage() {
  /** Takes precedence over local storage; undefined while storage works. */
  let inMemory: StoredSession | null | undefined;
  /** Set for storage that can be written but not read. */
  let written: StoredSession | null = null;
  const remove = () => {
    try {
      localStorage.removeItem(SESSION_KEY);
      return true;
    } catch {
      return false;
    }
  };
  return {
    read: (): StoredSession | null => {
      if (inMemory !== undefined) return inMemory;
      try {
        return parseSession(localStorage.getItem(SESSION_KEY));
      } catch {
        return written;
      }
    },
    /** False if storage refused; this tab then keeps the session in memory. */
    write: (session: StoredSession): boolean => {
      written = session;
      try {
        localStorage.setItem(SESSION_KEY, JSON.stringify(session));
        inMemory = undefined;
        return true;
      } catch {
        inMemory = session;
        remove();
        return false;
      }
    },
    /** Keeps a session that storage refused in another tab. */
    hold: (session: StoredSession) => void (inMemory = session),
    clear: () => {
      written = null;
      // A stored session that cannot be removed must not be read again.
      inMemory = remove() ? undefined : null;
    },
    /** Calls `listener` when another tab writes or removes the session. Returns a function that removes it. */
    onChange: (listener: () => void) => {
      // A null key means that the whole storage was cleared.
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key !== SESSION_KEY && key !== null) return;
        // A session that another tab has stored is newer.
        if (newValue !== null) inMemory = undefined;
        listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

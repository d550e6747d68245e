/** The session in local storage. Used by the session store alone. */
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

/** Malformed text, as from an earlier version or from manual changes, is no session. */
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
 * The browser can refuse storage at any time (private windows, a full quota). The session is then held in memory, and the
 * stored one is removed: its refresh token is used up, and the server would treat it as stolen on the next start.
 */
export function browserSessionStorage() {
  /** Takes precedence over local storage; undefined while storage works. */
  let inMemory: StoredSession | null | undefined;
  /** For a storage that can be written but not read. */
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
    /** False if storage refused: the session is then held in this tab's memory. */
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
    /** Holds a session in memory that storage refused to another tab. */
    hold: (session: StoredSession) => void (inMemory = session),
    clear: () => {
      written = null;
      // A stored session that cannot be removed must not be read again.
      inMemory = remove() ? undefined : null;
    },
    /** Reports that another tab wrote or removed the session. Returns a function that removes the listener. */
    onChange: (listener: () => void) => {
      // A null key means the whole storage was cleared.
      const heard = ({ key, newValue }: StorageEvent) => {
        if (key !== SESSION_KEY && key !== null) return;
        // A session that another tab could write is newer.
        if (newValue !== null) inMemory = undefined;
        listener();
      };
      window.addEventListener('storage', heard);
      return () => window.removeEventListener('storage', heard);
    },
  };
}

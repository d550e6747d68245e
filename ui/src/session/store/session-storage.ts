/** The one local storage key of the session. Called by the session store alone. */
import { SESSION_KEY, type StoredSession } from '../session-state';

export type SessionStorage = {
  read(): StoredSession | null;
  /** False where storage refused: then the session lives in the memory of this tab. */
  write(session: StoredSession): boolean;
  /** Holds in memory what storage refused to another tab. */
  hold(session: StoredSession): void;
  clear(): void;
  /** Calls back when another tab wrote or removed the session. */
  onChange(listener: () => void): () => void;
};

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

/** What is stored may come from an older version or a curious hand: anything odd reads as "no session". */
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
 * Storage can be refused (private windows, a full quota), also in mid-life. Then the session lives in memory, and the one
 * stored before is removed: its refresh token is used up, and would count as stolen on the next start.
 */
export function browserSessionStorage(): SessionStorage {
  /** Counts instead of what is stored; undefined while storage works. */
  let inMemory: StoredSession | null | undefined;
  /** For a storage that takes what it does not give back. */
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
    read: () => {
      if (inMemory !== undefined) return inMemory;
      try {
        return parseSession(localStorage.getItem(SESSION_KEY));
      } catch {
        return written;
      }
    },
    write: (session) => {
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
    hold: (session) => {
      inMemory = session;
    },
    clear: () => {
      written = null;
      // What cannot be removed must not be read again.
      inMemory = remove() ? undefined : null;
    },
    onChange: (listener) => {
      // A null key means the whole storage was cleared.
      const heard = ({ key, newValue }: StorageEvent) => {
        if (key !== SESSION_KEY && key !== null) return;
        // Another tab could write: what it wrote is newer.
        if (newValue !== null) inMemory = undefined;
        listener();
      };
      window.addEventListener('storage', heard);
      return () => window.removeEventListener('storage', heard);
    },
  };
}

/** The one local storage key of the session. Called by the session store alone. */
import { SESSION_KEY } from './session-key';
import type { StoredSession } from './session-state';

export type SessionStorage = {
  read(): StoredSession | null;
  write(session: StoredSession): void;
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

/** Storage can be refused (private windows, full quota): then the session lives in memory for this tab. */
export function browserSessionStorage(): SessionStorage {
  let inMemory: string | null = null;
  let refused = false;
  const attempt = <T>(act: () => T, otherwise: T): T => {
    try {
      return act();
    } catch {
      refused = true;
      return otherwise;
    }
  };
  return {
    read: () =>
      parseSession(refused ? inMemory : attempt(() => localStorage.getItem(SESSION_KEY), inMemory)),
    write: (session) => {
      inMemory = JSON.stringify(session);
      attempt(() => localStorage.setItem(SESSION_KEY, JSON.stringify(session)), undefined);
    },
    clear: () => {
      inMemory = null;
      attempt(() => localStorage.removeItem(SESSION_KEY), undefined);
    },
    onChange: (listener) => {
      // A null key means the whole storage was cleared.
      const heard = (event: StorageEvent) => {
        if (event.key === SESSION_KEY || event.key === null) listener();
      };
      window.addEventListener('storage', heard);
      return () => window.removeEventListener('storage', heard);
    },
  };
}

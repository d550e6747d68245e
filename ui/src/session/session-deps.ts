/** What the browser provides to the session store. Tests replace it. */
import { endSessions, getCurrentUser, refreshSession } from '../api/sessions';
import { SESSION_KEY, type StoredSession } from './session-state';

/** Messages between tabs, in addition to local storage. */
export type TabMessage =
  | {
      readonly type: 'ended';
      /** Has the same meaning as in SessionState. */
      readonly asked: boolean;
      readonly refreshToken: string;
      /** Has the same meaning as in StoredSession. */
      readonly id?: string;
    }
  /** Storage refused this session, so every tab keeps it in memory. */
  | { readonly type: 'held'; readonly session: StoredSession };

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
    /** Calls `listener` when another tab writes or removes the session. */
    onChange: (listener: () => void) => {
      // A null key means that the whole storage was cleared.
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key !== SESSION_KEY && key !== null) return;
        // A session that another tab has stored is newer.
        if (newValue !== null) inMemory = undefined;
        listener();
      };
      window.addEventListener('storage', onStorage);
    },
  };
}

/** Old browsers lack channels, and Firefox refuses them with all cookies blocked. Nothing is then sent, and nothing arrives. */
function openTabChannel() {
  let channel: BroadcastChannel | null = null;
  try {
    channel = new BroadcastChannel(SESSION_KEY);
  } catch {
    // See above.
  }
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows take a target origin, a BroadcastChannel has none
    send: (message: TabMessage) => channel?.postMessage(message),
    onMessage: (listener: (message: TabMessage) => void) =>
      channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
  };
}

const LOCK = 'educators-forum.refresh';
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Runs one action at a time across tabs. `waited` means that another tab had the lock. A frozen tab, which never releases the
 * lock, delays the action by 10 s. Locks require https or localhost, and the browser may refuse them. Without a lock the
 * action runs anyway, because the server's refresh is idempotent for 10 s.
 */
async function withLock<T>(act: (waited: boolean) => Promise<T>): Promise<T> {
  let begun = false;
  let waited = false;
  const run = () => {
    begun = true;
    return act(waited);
  };
  try {
    const { locks } = navigator;
    const immediate = await locks.request(LOCK, { ifAvailable: true }, async (lock) =>
      lock === null ? null : { value: await run() },
    );
    if (immediate !== null) return immediate.value;
    waited = true;
    return await locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, run);
  } catch (cause) {
    if (begun) throw cause;
    return act(waited);
  }
}

export const browserDeps = {
  api: { endSessions, getCurrentUser, refreshSession },
  storage: browserSessionStorage(),
  tabs: openTabChannel(),
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  withLock,
  log: (message: string, cause: unknown) => console.warn(message, cause),
};

export type SessionDeps = typeof browserDeps;

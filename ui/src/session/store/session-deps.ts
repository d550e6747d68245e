/** The dependencies of the session store in the browser. Tests replace them. */
import { endSessions, refreshSession } from '../../api/sessions';
import { getCurrentUser } from '../../api/users';
import { openTabChannel } from '../../lib/browser/tab-channel';
import { SESSION_KEY, type StoredSession } from '../session-state';
import { browserSessionStorage, type SessionStorage } from './session-storage';

const api = { endSessions, getCurrentUser, refreshSession };

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

export type SessionDeps = {
  api: typeof api;
  storage: SessionStorage;
  /** Without a channel, tabs only follow local storage. */
  tabs: Pick<ReturnType<typeof openTabChannel<TabMessage>>, 'send' | 'onMessage'>;
  now(): number;
  sleep(ms: number): Promise<void>;
  /**
   * Runs one action at a time across tabs, if the browser supports locks. `waited` means that another tab had the lock.
   * A frozen tab, which never releases the lock, delays the action by 10 s.
   */
  withLock<T>(act: (waited: boolean) => Promise<T>): Promise<T>;
  log(message: string, cause: unknown): void;
};

const LOCK = 'educators-forum.refresh';
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Locks require https or localhost, and the browser may refuse them. Without a lock the action runs anyway, because the
 * server's refresh is idempotent for 10 s.
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

export const browserDeps: SessionDeps = {
  api,
  storage: browserSessionStorage(),
  tabs: openTabChannel<TabMessage>(SESSION_KEY),
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  withLock,
  log: (message, cause) => console.warn(message, cause),
};

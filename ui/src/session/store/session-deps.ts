/** Dependencies of the session store, and their implementation in the browser. */
import { endSessions, refreshSession } from '../../api/sessions';
import { getCurrentUser } from '../../api/users';
import { SESSION_KEY, type StoredSession } from '../session-state';
import { browserSessionStorage, type SessionStorage } from './session-storage';

const api = { endSessions, getCurrentUser, refreshSession };

/** What tabs tell each other beyond the content of local storage. */
export type TabMessage =
  | {
      readonly type: 'ended';
      /** True if the user pressed Sign Out, false if the session ended by itself. */
      readonly asked: boolean;
      /** The last refresh token of the session. */
      readonly refreshToken: string;
      /** Missing in sessions that an earlier version of the page stored. */
      readonly id?: string;
    }
  /** Storage refused this session: the tabs hold it in memory. */
  | { readonly type: 'held'; readonly session: StoredSession };

/** The clock, the server, the storage and the other tabs; tests replace them. */
export type SessionDeps = {
  api: typeof api;
  storage: SessionStorage;
  tabs: ReturnType<typeof browserTabChannel>;
  now(): number;
  sleep(ms: number): Promise<void>;
  /**
   * Runs one action at a time across tabs where the browser supports that, and tells it whether it waited for the lock.
   * A lock that is not released, as by a frozen tab, delays the action by 10 s.
   */
  withLock<T>(act: (waited: boolean) => Promise<T>): Promise<T>;
  log(message: string, cause: unknown): void;
};

/** To every other tab of this browser. Without a channel tabs follow local storage alone. */
function browserTabChannel() {
  let channel: BroadcastChannel | null = null;
  try {
    channel = new BroadcastChannel(SESSION_KEY);
  } catch {
    // Missing, or refused as by Firefox with all cookies blocked.
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
 * Locks need https or localhost, and the browser may refuse them. The action then runs without: the server's refresh is
 * idempotent for 10 s.
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
  tabs: browserTabChannel(),
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  withLock,
  log: (message, cause) => console.warn(message, cause),
};

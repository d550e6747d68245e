/** What the session store needs from outside, and the browser's own. Tests put another world in its place. */
import { createSession, endSessions, refreshSession, type SessionView } from '../api/sessions';
import { getCurrentUser, type CurrentUser } from '../api/users';
import { browserSessionStorage, type SessionStorage } from './session-storage';

/** Everything outside, so that tests can hold the clock, the server and the other tabs. */
export type SessionWorld = {
  api: {
    createSession(email: string, password: string): Promise<SessionView>;
    refreshSession(refreshToken: string): Promise<SessionView>;
    endSessions(): Promise<void>;
    getCurrentUser(): Promise<CurrentUser>;
  };
  storage: SessionStorage;
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Runs one holder at a time, across tabs where the browser can do that, and tells it whether it had to wait. */
  exclusively<T>(act: (waited: boolean) => Promise<T>): Promise<T>;
  log(message: string, cause: unknown): void;
};

const LOCK = 'educators-forum.refresh';

/** Locks need https or localhost; without them go ahead, the server answers repeats alike for 10 s. */
async function exclusively<T>(act: (waited: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return act(false);
  const atOnce = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock === null ? null : { value: await act(false) },
  );
  return atOnce === null ? navigator.locks.request(LOCK, () => act(true)) : atOnce.value;
}

export const browserWorld: SessionWorld = {
  api: { createSession, refreshSession, endSessions, getCurrentUser },
  storage: browserSessionStorage(),
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  exclusively,
  log: (message, cause) => console.warn(message, cause),
};

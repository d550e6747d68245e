/** Refreshes a session before its token expires. */
import { isTokenRefused, isTransient } from '../../api/errors';
import type { SessionView } from '../../api/sessions';
import type { StoredSession } from '../session-state';
import type { SessionDeps } from './session-deps';

export const TICK_MS = 30_000;
const REFRESH_TICKS = 3;
/** A token that expires within this time is refreshed before it is sent. */
const TOKEN_MARGIN_MS = 90_000;
const FIRST_RETRY_MS = 200;
const RETRY_WINDOW_MS = 30_000;
/**
 * A tab that waited for the lock reads storage at this interval, for at most this time, until the previous holder's session
 * arrives.
 */
const LATE_WRITE_MS = 1_000;
const LATE_WRITE_STEP_MS = 50;

/** The remaining milliseconds by the server's clock, because a wrong device clock must not end a session. */
export const remaining = (session: StoredSession, now: number): number =>
  session.expiresAt - (now + session.clockOffset);

export const isDueAtTick = (session: StoredSession, now: number): boolean =>
  Math.floor(remaining(session, now) / TICK_MS) <= REFRESH_TICKS;

export const isDueAtUse = (session: StoredSession, now: number): boolean =>
  remaining(session, now) < TOKEN_MARGIN_MS;

/** Calls `onTick` every 30 s while the tab is visible, and when it becomes visible. */
export function startTicking(onTick: () => void, page: Document = document): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const restart = () => {
    clearInterval(timer);
    if (page.visibilityState === 'visible') timer = setInterval(onTick, TICK_MS);
  };
  const visibilityChanged = () => {
    restart();
    if (page.visibilityState === 'visible') onTick();
  };
  page.addEventListener('visibilitychange', visibilityChanged);
  restart();
  return () => {
    clearInterval(timer);
    page.removeEventListener('visibilitychange', visibilityChanged);
  };
}

/** A refreshed session keeps its `id`. */
export function toStoredSession(
  deps: Pick<SessionDeps, 'now'>,
  view: SessionView,
  id = `${deps.now()}-${Math.random()}`,
): StoredSession {
  const expiresAt = Date.parse(view.expires_at);
  const { id: userId, email, first_name: firstName } = view.user;
  return {
    id,
    accessToken: view.access_token,
    refreshToken: view.refresh_token,
    expiresAt,
    clockOffset: expiresAt - view.expires_in * 1000 - deps.now(),
    user: { id: userId, email, firstName },
  };
}

/** If storage refuses the session, every tab keeps it in memory. */
export function storeSession(
  deps: Pick<SessionDeps, 'storage' | 'tabs'>,
  session: StoredSession,
): void {
  if (!deps.storage.write(session)) deps.tabs.send({ type: 'held', session });
}

/**
 * Browsers do not order local storage writes and locks: the previous holder's write may arrive after the lock is
 * released.
 */
async function readInLock(deps: SessionDeps, had: StoredSession, waited: boolean) {
  const limit = waited ? LATE_WRITE_MS : 0;
  let stored = deps.storage.read();
  for (let spent = 0; spent < limit; spent += LATE_WRITE_STEP_MS) {
    if (stored?.refreshToken !== had.refreshToken) break;
    await deps.sleep(LATE_WRITE_STEP_MS);
    stored = deps.storage.read();
  }
  return stored;
}

/**
 * Retries temporary failures with exponential backoff for 30 s. Resolves to null if another tab has replaced the token,
 * because a frozen tab may wake between two attempts, and reuse of the old token would end the session in every tab.
 */
async function requestRefresh(
  { api, now, sleep, storage }: SessionDeps,
  token: string,
): Promise<SessionView | null> {
  const started = now();
  for (let wait = FIRST_RETRY_MS; ; wait *= 2) {
    if (storage.read()?.refreshToken !== token) return null;
    try {
      return await api.refreshSession(token);
    } catch (failure) {
      if (!isTransient(failure) || now() - started + wait >= RETRY_WINDOW_MS) throw failure;
      await sleep(wait);
    }
  }
}

type RefreshContext = {
  readonly waited: boolean;
  /** Whether the user has pressed Sign Out since the refresh began. */
  signedOutSince(): boolean;
};

/**
 * Runs while holding the lock. Resolves to the valid session, which this or another tab has stored, or to null if the session
 * has ended. Rejects if the state is unknown, for example in an outage.
 */
export async function refreshStored(
  deps: SessionDeps,
  had: StoredSession,
  { waited, signedOutSince }: RefreshContext,
): Promise<StoredSession | null> {
  const stored = await readInLock(deps, had, waited);
  if (stored?.refreshToken !== had.refreshToken) return stored;
  let view: SessionView | null;
  try {
    view = await requestRefresh(deps, had.refreshToken);
  } catch (cause) {
    // Only a refused token ends a session.
    if (!isTokenRefused(cause)) throw cause;
    // After signing out and in again, the refused token belongs to the earlier session.
    const later = deps.storage.read();
    if (later !== null && later.refreshToken !== had.refreshToken) return later;
    deps.log('The session could not be refreshed and has ended.', cause);
    return null;
  }
  const later = deps.storage.read();
  if (view === null) return later;
  if (signedOutSince()) {
    // Ends the refreshed session, because only this tab has its token. A session opened after the sign-out stays.
    const scope = later === null ? 'global' : 'local';
    await deps.api.endSessions(view.access_token, scope).catch((cause: unknown) => {
      deps.log('A session that was refreshed after the sign-out could not be ended.', cause);
    });
    return later;
  }
  if (later?.refreshToken !== had.refreshToken) return later;
  const renewed = toStoredSession(deps, view, had.id);
  storeSession(deps, renewed);
  return renewed;
}

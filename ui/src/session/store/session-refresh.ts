/** One refresh, inside the lock. What is stored decides: another tab may have refreshed or signed out. */
import { isTransient, isTokenRefused } from '../../api/errors';
import type { SessionView } from '../../api/sessions';
import { withRetries } from './refresh-scheduler';
import type { StoredSession } from '../session-state';
import type { SessionDeps } from './session-deps';

/** How long, and how often, a tab that waited for the lock looks for what its predecessor wrote. */
const LATE_WRITE_MS = 1_000;
const LATE_WRITE_STEP_MS = 50;

/** `id` is that of the session which is renewed; a new one has another. */
export function received(
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

/** Stores a new session; what storage refuses is held by every tab. */
export function keep(deps: Pick<SessionDeps, 'storage' | 'tabs'>, session: StoredSession): void {
  if (!deps.storage.write(session)) deps.tabs.tell({ type: 'held', session });
}

/**
 * The stored session. Browsers do not order local storage and locks, so the write of the tab that held the lock before can
 * arrive after the lock.
 */
async function storedInLock(deps: SessionDeps, had: StoredSession, waited: boolean) {
  const patience = waited ? LATE_WRITE_MS : 0;
  let stored = deps.storage.read();
  for (let spent = 0; spent < patience; spent += LATE_WRITE_STEP_MS) {
    if (stored?.refreshToken !== had.refreshToken) break;
    await deps.sleep(LATE_WRITE_STEP_MS);
    stored = deps.storage.read();
  }
  return stored;
}

type Circumstances = {
  /** For the lock. */
  readonly waited: boolean;
  /** Whether somebody pressed Sign Out since this refresh was asked for. */
  signedOutSince(): boolean;
};

/**
 * The session that counts now: a new one, which is stored already, or what another tab stored; null where it has ended.
 * Throws where nothing is known, as in an outage.
 */
export async function refreshStored(
  deps: SessionDeps,
  had: StoredSession,
  { waited, signedOutSince }: Circumstances,
): Promise<StoredSession | null> {
  const stored = await storedInLock(deps, had, waited);
  if (stored?.refreshToken !== had.refreshToken) return stored;
  // A frozen tab may wake before any attempt, when others have gone on for long: a token so far behind would end the
  // session for all of them.
  const attempt = async (): Promise<SessionView | null> =>
    deps.storage.read()?.refreshToken === had.refreshToken
      ? deps.api.refreshSession(had.refreshToken)
      : null;
  let view: SessionView | null;
  try {
    view = await withRetries(attempt, isTransient, deps);
  } catch (cause) {
    // Only a refused token ends a session: any other fault says nothing about it.
    if (!isTokenRefused(cause)) throw cause;
    // Signed out and in again meanwhile: the session of now is not the one that was refused.
    const later = deps.storage.read();
    if (later !== null && later.refreshToken !== had.refreshToken) return later;
    deps.log('The session could not be refreshed and has ended.', cause);
    return null;
  }
  const later = deps.storage.read();
  if (view === null) return later;
  if (signedOutSince()) {
    // Nobody knows this token but us. Whoever signed in again meanwhile keeps their session.
    const scope = later === null ? 'global' : 'local';
    await deps.api.endSessions(view.access_token, scope).catch((cause: unknown) => {
      deps.log('A session that was refreshed after the sign-out could not be ended.', cause);
    });
    return later;
  }
  if (later?.refreshToken !== had.refreshToken) return later;
  const renewed = received(deps, view, had.id);
  keep(deps, renewed);
  return renewed;
}

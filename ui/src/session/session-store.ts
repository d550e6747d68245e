/** The only module that changes a session: it signs in and out, restores, refreshes and follows other tabs. */
import { isTokenRefused, isTransient } from '../api/errors';
import type { FactorRequired, SessionView } from '../api/sessions';
import type { SessionStateHolder, StoredSession } from './session-state';
import type { SessionDeps, TabMessage } from './session-deps';
export type SessionStore = ReturnType<typeof createSessionStore>;

/** A sign-in waits up to this long for the previous sign-out, which would end the new session if it arrived later. */
const SIGN_OUT_TIMEOUT_MS = 5_000;
/** Local storage and the tab channel are not ordered. Both arrive within this time. */
const CHANNEL_DELAY_MS = 300;
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
const remaining = (session: StoredSession, now: number): number =>
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

export function createSessionStore(deps: SessionDeps, sessionState: SessionStateHolder) {
  const { current, set } = sessionState;
  let refreshing: Promise<StoredSession | null> | null = null;
  let reading: Promise<void> | null = null;
  /** Settles with the response to the last sign-out. */
  let signingOut: Promise<void> = Promise.resolve();
  /** The number of sign-outs by the user in all tabs. */
  let signOuts = 0;

  /** If storage refuses the session, every tab keeps it in memory. A refreshed session keeps its `id`. */
  const storeSession = (
    view: SessionView,
    id = `${deps.now()}-${Math.random()}`,
  ): StoredSession => {
    const expiresAt = Date.parse(view.expires_at);
    const { id: userId, email, first_name: firstName } = view.user;
    const session = {
      id,
      accessToken: view.access_token,
      refreshToken: view.refresh_token,
      expiresAt,
      clockOffset: expiresAt - view.expires_in * 1000 - deps.now(),
      user: { id: userId, email, firstName },
      ...(view.first_sign_in === true && { isFirst: true }),
    };
    if (!deps.storage.write(session)) deps.tabs.send({ type: 'held', session });
    return session;
  };

  /** Runs one request at a time. */
  const readProfile = (): Promise<void> => {
    if (reading !== null) return reading;
    const mine: Promise<void> = deps.api
      .getCurrentUser()
      .catch((cause: unknown) => {
        deps.log('The profile and roles could not be loaded.', cause);
        return null;
      })
      .then((result) => {
        // The session may have changed since the request.
        if (reading !== mine) return;
        reading = null;
        const state = current();
        if (state.status !== 'signed-in') return;
        // A failed request keeps the earlier profile.
        const known = result ?? state.profile;
        set({ ...state, profile: known, roles: known?.roles ?? 'unknown' });
      });
    reading = mine;
    return mine;
  };

  const begin = (session: StoredSession) => {
    reading = null;
    set({ status: 'signed-in', session, profile: null, roles: 'loading' });
    void readProfile();
  };

  /** Uses a session from storage or a refresh. With a new token, the roles may have changed. */
  const adopt = (session: StoredSession) => {
    const state = current();
    if (state.status !== 'signed-in' || state.session.user.id !== session.user.id) {
      begin(session);
      return;
    }
    set({ ...state, session });
    if (state.session.accessToken !== session.accessToken) void readProfile();
  };

  /** Removes the session of this tab and returns it. */
  const clear = (asked: boolean): StoredSession | null => {
    const state = current();
    const stored = deps.storage.read();
    deps.storage.clear();
    reading = null;
    if (asked) signOuts += 1;
    if (state.status !== 'signed-out') set({ status: 'signed-out', asked });
    if (state.status !== 'signed-in') return null;
    // Another tab may have refreshed it, and the server treats the older token as stolen.
    return stored?.user.id === state.session.user.id ? stored : state.session;
  };

  const clearEveryTab = (asked: boolean): StoredSession | null => {
    const ended = clear(asked);
    if (ended !== null) {
      const { id, refreshToken } = ended;
      deps.tabs.send({ type: 'ended', asked, refreshToken, id });
    }
    return ended;
  };

  /**
   * The session is missing or refused. If the user pressed Sign Out in another tab, the message from that tab arrives
   * within the wait.
   */
  const endUnlessReplaced = async (had: StoredSession) => {
    await deps.sleep(CHANNEL_DELAY_MS);
    const stored = deps.storage.read();
    if (stored !== null && stored.refreshToken !== had.refreshToken) adopt(stored);
    else clearEveryTab(false);
  };

  /**
   * Browsers do not order local storage writes and locks: the previous holder's write may arrive after the lock is
   * released.
   */
  const readInLock = async (had: StoredSession, waited: boolean) => {
    const limit = waited ? LATE_WRITE_MS : 0;
    let stored = deps.storage.read();
    for (let spent = 0; spent < limit; spent += LATE_WRITE_STEP_MS) {
      if (stored?.refreshToken !== had.refreshToken) break;
      await deps.sleep(LATE_WRITE_STEP_MS);
      stored = deps.storage.read();
    }
    return stored;
  };

  /**
   * Retries temporary failures with exponential backoff for 30 s. Resolves to null if another tab has replaced the token,
   * because a frozen tab may wake between two attempts, and reuse of the old token would end the session in every tab.
   */
  const requestRefresh = async (token: string): Promise<SessionView | null> => {
    const started = deps.now();
    for (let wait = FIRST_RETRY_MS; ; wait *= 2) {
      if (deps.storage.read()?.refreshToken !== token) return null;
      try {
        return await deps.api.refreshSession(token);
      } catch (failure) {
        const isOver = deps.now() - started + wait >= RETRY_WINDOW_MS;
        if (!isTransient(failure) || isOver) throw failure;
        await deps.sleep(wait);
      }
    }
  };

  /**
   * Runs while holding the lock, unless that took too long. Resolves to the valid session, which this or another tab has stored, or to null if the session
   * has ended. Rejects if the state is unknown, for example in an outage.
   */
  const refreshStored = async (had: StoredSession, waited: boolean, signOutsBefore: number) => {
    const stored = await readInLock(had, waited);
    if (stored?.refreshToken !== had.refreshToken) return stored;
    let view: SessionView | null;
    try {
      view = await requestRefresh(had.refreshToken);
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
    if (signOuts !== signOutsBefore) {
      // Ends the refreshed session, because only this tab has its token. A session opened after the sign-out stays.
      const scope = later === null ? 'global' : 'local';
      await deps.api.endSessions(view.access_token, scope).catch((cause: unknown) => {
        deps.log('A session that was refreshed after the sign-out could not be ended.', cause);
      });
      return later;
    }
    return later?.refreshToken === had.refreshToken ? storeSession(view, had.id) : later;
  };

  const refreshOnce = async (): Promise<StoredSession | null> => {
    const state = current();
    if (state.status !== 'signed-in') return null;
    const { session: had } = state;
    const before = signOuts;
    // Applied while holding the lock, because another tab may change the session after its release.
    return deps.withLock(async (waited) => {
      const found = await refreshStored(had, waited, before);
      if (found === null) await endUnlessReplaced(had);
      else adopt(found);
      return found;
    });
  };

  /** Concurrent callers share one refresh. */
  const refresh = (): Promise<StoredSession | null> => {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  /** Refreshes the token first if it expires soon. */
  const accessToken = async (): Promise<string | undefined> => {
    const state = current();
    if (state.status !== 'signed-in') return undefined;
    const { session } = state;
    if (!isDueAtUse(session, deps.now())) return session.accessToken;
    try {
      return (await refresh())?.accessToken;
    } catch (cause) {
      if (remaining(session, deps.now()) > 0) return session.accessToken;
      throw cause;
    }
  };

  /** Called after the server refused this token. Resolves to true if another token is available for a retry. */
  const recover = async (refused: string | undefined): Promise<boolean> => {
    const state = current();
    if (state.status !== 'signed-in') return false;
    if (state.session.accessToken !== refused) return true;
    return (await refresh()) !== null;
  };

  /** An outage does not end the session: the next tick refreshes again. */
  const refreshInBackground = async () => {
    try {
      await refresh();
    } catch (cause) {
      deps.log('The refresh will be tried again.', cause);
    }
  };

  /**
   * A stored session is valid immediately, even with an expired token, because an outage must not sign the user out.
   */
  const restore = async () => {
    const stored = deps.storage.read();
    if (stored === null) {
      set({ status: 'signed-out' });
      return;
    }
    adopt(stored);
    if (isDueAtUse(stored, deps.now())) await refreshInBackground();
    await reading;
  };

  /** Resolves to the second step if the account has a second factor. No session is open until then. */
  const signIn = async (
    createSession: () => Promise<SessionView | FactorRequired>,
  ): Promise<FactorRequired | null> => {
    await Promise.race([signingOut, deps.sleep(SIGN_OUT_TIMEOUT_MS)]);
    const answer = await createSession();
    if ('challenge_token' in answer) return answer;
    begin(storeSession(answer));
    return null;
  };

  /** A refresh updates the stored names, and the new token makes every tab read the profile again. */
  const profileChanged = async (): Promise<void> => {
    try {
      await refresh();
    } catch (cause) {
      deps.log('The session could not be renewed after a change of the profile.', cause);
      await readProfile();
    }
  };

  /** Refreshes an expired or refused access token first, because the refresh token may be valid. */
  const endOnServer = async (session: StoredSession): Promise<void> => {
    if (remaining(session, deps.now()) > 0) {
      try {
        await deps.api.endSessions(session.accessToken, 'global');
        return;
      } catch (cause) {
        if (!isTokenRefused(cause)) throw cause;
      }
    }
    const renewed = await deps.api.refreshSession(session.refreshToken);
    await deps.api.endSessions(renewed.access_token, 'global');
  };

  /** Ends all sessions of this user. The browser removes its session before the response. */
  const signOut = async (): Promise<void> => {
    const ended = clearEveryTab(true);
    if (ended === null) return;
    signingOut = endOnServer(ended).catch((cause: unknown) =>
      deps.log('The sign-out could not be sent to the server.', cause),
    );
    await signingOut;
  };

  /** For a deleted account, whose sessions the server has ended. */
  const signOutLocally = () => void clearEveryTab(true);

  const tick = async () => {
    const state = current();
    if (state.status !== 'signed-in') return;
    if (isDueAtTick(state.session, deps.now())) await refreshInBackground();
    else if (state.profile === null) void readProfile();
    await reading;
  };

  /** Another tab has written or removed the session. */
  const followOtherTabs = async () => {
    const stored = deps.storage.read();
    const state = current();
    if (stored !== null) adopt(stored);
    else if (state.status === 'signed-in') await endUnlessReplaced(state.session);
  };

  /** A late message may concern an earlier session. */
  const followEnd = ({ asked, id, refreshToken }: Extract<TabMessage, { type: 'ended' }>) => {
    const state = current();
    if (state.status !== 'signed-in') return;
    const haveIds = (session: StoredSession) => id !== undefined && session.id !== undefined;
    const stored = deps.storage.read();
    if (stored === null) {
      if (!haveIds(state.session) || state.session.id === id) clear(asked);
      return;
    }
    const isOver = haveIds(stored) ? stored.id === id : stored.refreshToken === refreshToken;
    if (isOver) clear(asked);
    else adopt(stored);
  };

  /** Ignores unknown messages of a later version of the page. */
  const onTabMessage = (message: TabMessage) => {
    switch (message.type) {
      case 'held':
        deps.storage.hold(message.session);
        adopt(message.session);
        break;
      case 'ended':
        followEnd(message);
    }
  };

  /** For a page from the back-forward cache, which received no messages there. */
  const resume = async () => {
    // Treated as a Sign Out by the user, because the next user of this device must not see unsaved input.
    if (deps.storage.read() === null) clear(true);
    await followOtherTabs();
    await tick();
  };

  return {
    current,
    signIn,
    signOut,
    signOutLocally,
    restore,
    refresh,
    readProfile,
    profileChanged,
    accessToken,
    recover,
    tick,
    followOtherTabs,
    onTabMessage,
    resume,
  };
}

/**
 * The one place that changes the session: signing in and out, restoring, refreshing, following other tabs.
 * browser-session.ts creates the store of this tab.
 */
import { isPassing, isTokenRefused } from '../api/errors';
import type { SessionView } from '../api/sessions';
import { dueAtReading, dueAtTick, remaining, withRetries } from './refresh-scheduler';
import type { SessionBoard } from './session-board';
import type { StoredSession } from './session-state';
import type { SessionWorld } from './session-world';

export type SessionStore = ReturnType<typeof createSessionStore>;

/** How long Sign Out waits for the server before the browser forgets the session anyway. */
const SIGN_OUT_PATIENCE_MS = 5_000;
/** How long, and how often, a tab that waited for the lock looks for what its predecessor wrote. */
const LATE_WRITE_MS = 1_000;
const LATE_WRITE_STEP_MS = 50;

export function createSessionStore(world: SessionWorld, board: SessionBoard) {
  const { current, post } = board;
  let refreshing: Promise<StoredSession | null> | null = null;
  let reading: Promise<void> | null = null;
  let signingOut = false;

  const received = (view: SessionView): StoredSession => {
    const expiresAt = Date.parse(view.expires_at);
    return {
      accessToken: view.access_token,
      refreshToken: view.refresh_token,
      expiresAt,
      clockOffset: expiresAt - view.expires_in * 1000 - world.now(),
      user: { id: view.user.id, email: view.user.email },
    };
  };

  /** One reading of profile and roles at a time. */
  const loadProfile = (): Promise<void> => {
    if (reading !== null) return reading;
    const mine: Promise<void> = world.api
      .getCurrentUser()
      .catch((cause: unknown) => {
        world.log('The profile and roles could not be loaded.', cause);
        return null;
      })
      .then((result) => {
        // Somebody may have signed out, or in, while the answer was under way.
        if (reading !== mine) return;
        reading = null;
        const state = current();
        if (state.status !== 'signed-in') return;
        // A later reading that fails leaves standing what is known.
        const known = result ?? state.profile;
        post({ ...state, profile: known, roles: known?.roles ?? [] });
      });
    reading = mine;
    return mine;
  };

  /** A new person starts without profile, with roles still loading. */
  const begin = (session: StoredSession) => {
    reading = null;
    post({ status: 'signed-in', session, profile: null, roles: 'loading' });
    void loadProfile();
  };

  /** Takes a session into memory. With another token the profile is read again: roles may have changed since. */
  const adopt = (session: StoredSession) => {
    const state = current();
    if (state.status !== 'signed-in' || state.session.user.id !== session.user.id) {
      begin(session);
      return;
    }
    post({ ...state, session });
    if (state.session.accessToken !== session.accessToken) void loadProfile();
  };

  const forget = () => {
    world.storage.clear();
    reading = null;
    if (current().status !== 'signed-out') post({ status: 'signed-out', asked: signingOut });
  };

  /**
   * The stored session, read inside the lock: another tab may have refreshed or signed out. Browsers do not order local
   * storage and locks, so the write of the tab that held the lock before can arrive after the lock.
   */
  const storedInLock = async (had: StoredSession, waited: boolean) => {
    const patience = waited ? LATE_WRITE_MS : 0;
    let stored = world.storage.read();
    for (let spent = 0; spent < patience; spent += LATE_WRITE_STEP_MS) {
      if (stored?.refreshToken !== had.refreshToken) break;
      await world.sleep(LATE_WRITE_STEP_MS);
      stored = world.storage.read();
    }
    return stored;
  };

  const refreshStored = async (
    had: StoredSession,
    waited: boolean,
  ): Promise<StoredSession | null> => {
    const stored = await storedInLock(had, waited);
    if (stored === null) return null;
    if (stored.refreshToken !== had.refreshToken) return stored;
    let view: SessionView;
    try {
      view = await withRetries(
        () => world.api.refreshSession(stored.refreshToken),
        isPassing,
        world,
      );
    } catch (cause) {
      // Only a refused token ends a session: any other fault says nothing about it.
      if (!isTokenRefused(cause)) throw cause;
      // Signed out and in again meanwhile: the session of now is not the one that was refused.
      const later = world.storage.read();
      if (later !== null && later.refreshToken !== stored.refreshToken) return later;
      world.log('The session could not be refreshed and has ended.', cause);
      return null;
    }
    // Signed out while the answer was under way: a late answer must not sign anybody in again.
    if (world.storage.read()?.refreshToken !== stored.refreshToken) return world.storage.read();
    const session = received(view);
    world.storage.write(session);
    return session;
  };

  const refreshOnce = async (): Promise<StoredSession | null> => {
    const state = current();
    const had = state.status === 'signed-in' ? state.session : world.storage.read();
    if (had === null) return null;
    // What was found is acted on before the lock is let go: afterwards another tab may have gone on.
    return world.exclusively(async (waited) => {
      const session = await refreshStored(had, waited);
      if (session === null) forget();
      else adopt(session);
      return session;
    });
  };

  /** One refresh in flight: whoever asks meanwhile gets the same answer. */
  const refresh = (): Promise<StoredSession | null> => {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  /** The access token to send, refreshed first where it runs out within the margin. */
  const accessToken = async (): Promise<string | undefined> => {
    const state = current();
    if (state.status !== 'signed-in') return undefined;
    const { session } = state;
    if (!dueAtReading(session, world.now())) return session.accessToken;
    try {
      return (await refresh())?.accessToken;
    } catch (cause) {
      if (remaining(session, world.now()) > 0) return session.accessToken;
      throw cause;
    }
  };

  /** The server refused this token: true when there is another one to try, renewed meanwhile or now. */
  const recover = async (refused: string | undefined): Promise<boolean> => {
    const state = current();
    if (state.status !== 'signed-in') return false;
    if (state.session.accessToken !== refused) return true;
    return (await refresh()) !== null;
  };

  const restore = async () => {
    const stored = world.storage.read();
    if (stored === null) {
      post({ status: 'signed-out' });
      return;
    }
    if (!dueAtReading(stored, world.now())) adopt(stored);
    else {
      try {
        await refresh();
      } catch {
        // Out of reach is not signed out: the stored session stands until the server refuses it.
        if (current().status === 'loading') adopt(stored);
      }
    }
    await reading;
  };

  const signIn = async (email: string, password: string) => {
    const session = received(await world.api.createSession(email, password));
    world.storage.write(session);
    begin(session);
  };

  /** Ends all sessions of this person. The browser forgets its own whatever the server says. */
  const signOut = async () => {
    signingOut = true;
    const ended = world.api.endSessions().catch((cause: unknown) => {
      world.log('The server could not be told of the sign-out.', cause);
    });
    await Promise.race([ended, world.sleep(SIGN_OUT_PATIENCE_MS)]);
    forget();
    signingOut = false;
  };

  const tick = async () => {
    const state = current();
    if (state.status !== 'signed-in') return;
    const due = dueAtTick(state.session, world.now());
    const missing = state.profile === null;
    try {
      if (due) await refresh();
    } catch (cause) {
      // A lasting outage ends here: the next tick tries again.
      world.log('The refresh will be tried again.', cause);
      return;
    }
    if (missing && !due) void loadProfile();
    await reading;
  };

  const followOtherTabs = () => {
    const stored = world.storage.read();
    // Whether somebody pressed Sign Out there or the session ended cannot be told apart here.
    if (stored === null) forget();
    else adopt(stored);
  };

  return {
    current,
    subscribe: board.subscribe,
    signIn,
    signOut,
    restore,
    refresh,
    accessToken,
    recover,
    tick,
    followOtherTabs,
  };
}

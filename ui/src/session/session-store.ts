// The one place that changes the session: signing in and out, restoring, refreshing, following other tabs.
// browser-session makes the one of this tab.
import { isPassing } from '../api/errors';
import type { SessionView } from '../api/sessions';
import { dueAtReading, dueAtTick, remaining, withRetries } from './refresh-scheduler';
import type { SessionBoard } from './session-board';
import type { StoredSession } from './session-state';
import type { SessionWorld } from './session-world';

export type SessionStore = ReturnType<typeof createSessionStore>;

/** How long Sign Out waits for the server before the browser forgets the session anyway. */
const SIGN_OUT_PATIENCE_MS = 5_000;

export function createSessionStore(world: SessionWorld, board: SessionBoard) {
  const { current, post } = board;
  let refreshing: Promise<StoredSession | null> | null = null;

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

  /** Takes a session into memory; a new person starts without profile, with roles still loading. */
  const adopt = (session: StoredSession) => {
    const state = current();
    const known = state.status === 'signed-in' && state.session.user.id === session.user.id;
    if (known) post({ ...state, session });
    else post({ status: 'signed-in', session, profile: null, roles: 'loading' });
    return known;
  };

  const forget = (asked: boolean) => {
    world.storage.clear();
    if (current().status !== 'signed-out') post({ status: 'signed-out', asked });
  };

  const loadProfile = async () => {
    const before = current();
    if (before.status !== 'signed-in') return;
    const result = await world.api.getCurrentUser().catch((cause: unknown) => {
      world.log('The profile and roles could not be loaded.', cause);
      return null;
    });
    // Somebody may have signed out, or in as another person, while the answer was under way.
    const state = current();
    if (state.status !== 'signed-in' || state.session.user.id !== before.session.user.id) return;
    // A later reading that fails leaves standing what is known.
    const known = result ?? state.profile;
    post({ ...state, profile: known, roles: known?.roles ?? [] });
  };

  /** Inside the lock the stored session is read again: another tab may have refreshed or signed out. */
  const refreshStored = async (had: StoredSession): Promise<StoredSession | null> => {
    const stored = world.storage.read();
    if (stored === null) return null;
    if (stored.refreshToken !== had.refreshToken) return stored;
    const view = await withRetries(
      () => world.api.refreshSession(stored.refreshToken),
      isPassing,
      world,
    );
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
    try {
      const session = await world.exclusively(() => refreshStored(had));
      if (session === null) forget(false);
      else adopt(session);
      return session;
    } catch (cause) {
      if (isPassing(cause)) throw cause;
      world.log('The session could not be refreshed and has ended.', cause);
      forget(false);
      return null;
    }
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
    try {
      const session = dueAtReading(stored, world.now()) ? await refresh() : stored;
      if (session === null) return;
      adopt(session);
    } catch {
      // Out of reach is not signed out: the stored session stands until the server refuses it.
      adopt(stored);
    }
    await loadProfile();
  };

  const signIn = async (email: string, password: string) => {
    const session = received(await world.api.createSession(email, password));
    world.storage.write(session);
    post({ status: 'signed-in', session, profile: null, roles: 'loading' });
    void loadProfile();
  };

  /** Ends all sessions of this person. The browser forgets its own whatever the server says. */
  const signOut = async () => {
    const ended = world.api.endSessions().catch((cause: unknown) => {
      world.log('The server could not be told of the sign-out.', cause);
    });
    await Promise.race([ended, world.sleep(SIGN_OUT_PATIENCE_MS)]);
    forget(true);
  };

  /** With a renewed token the profile is read again: roles may have changed since. */
  const tick = async () => {
    const state = current();
    if (state.status !== 'signed-in') return;
    const due = dueAtTick(state.session, world.now());
    const missing = state.profile === null && state.roles !== 'loading';
    try {
      if (due) await refresh();
    } catch (cause) {
      // A lasting outage ends here: the next tick tries again.
      world.log('The refresh will be tried again.', cause);
      return;
    }
    if (due || missing) await loadProfile();
  };

  const followOtherTabs = () => {
    const stored = world.storage.read();
    // Whether somebody pressed Sign Out there or the session ended cannot be told apart here.
    if (stored === null) forget(false);
    else if (!adopt(stored)) void loadProfile();
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

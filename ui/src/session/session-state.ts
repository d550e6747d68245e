/**
 * The session's state, its events and their listeners. This is all a first page loads of the session: the session store
 * sets the state, components read it through use-session.
 */
import type { CurrentUser } from '../api/users';
import type { Roles } from './roles';

/** The local storage key of the session. */
export const SESSION_KEY = 'educators-forum.session';

/** What local storage holds. Roles are left out on purpose: they count only from GET /users/me. */
export type StoredSession = {
  /** Stays through refreshes, and tells one sign-in from the next. Missing in what an earlier version stored. */
  readonly id?: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Milliseconds by the server's clock. */
  readonly expiresAt: number;
  /** Server clock minus this device's clock when the session was received, in milliseconds. */
  readonly clockOffset: number;
  /** The first name is missing in what an earlier version stored. */
  readonly user: { readonly id: string; readonly email: string; readonly firstName?: string };
};

export type SessionState =
  | { readonly status: 'loading' }
  /** `asked` tells a pressed Sign Out from a session that ended by itself. */
  | { readonly status: 'signed-out'; readonly asked?: boolean }
  | {
      readonly status: 'signed-in';
      readonly session: StoredSession;
      readonly profile: CurrentUser | null;
      /** 'unknown' while no reading has succeeded: that is no answer, so nobody is turned away by it. */
      readonly roles: Roles | 'loading' | 'unknown';
    };

export type { CurrentUser };

export type SessionEvent =
  /** Always the first event: the session found at start-up, null for a visitor. */
  | { readonly type: 'INITIAL_SESSION'; readonly session: StoredSession | null }
  /** Another person than before: never for a renewed token or a tab that comes back. */
  | { readonly type: 'SIGNED_IN'; readonly session: StoredSession }
  | { readonly type: 'TOKEN_REFRESHED'; readonly session: StoredSession }
  /** A profile or roles other than those known before. */
  | { readonly type: 'USER_UPDATED'; readonly session: StoredSession; readonly user: CurrentUser }
  /** Announced by the page behind a recovery link, since the session does not change. */
  | {
      readonly type: 'PASSWORD_RECOVERY';
      readonly recoveryToken: string;
      readonly expiresIn: number;
    }
  /** `asked` tells a pressed Sign Out from a session that ended by itself. */
  | { readonly type: 'SIGNED_OUT'; readonly asked: boolean };

export const initialSession = (state: SessionState): SessionEvent => ({
  type: 'INITIAL_SESSION',
  session: state.status === 'signed-in' ? state.session : null,
});

/** Two readings of one person: the server answers the fields in a fixed order. */
const differs = (before: CurrentUser, after: CurrentUser): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

/** Null for a change that is no event, such as the first profile of a session. */
export function eventBetween(before: SessionState, after: SessionState): SessionEvent | null {
  if (before.status === 'loading') return initialSession(after);
  if (after.status !== 'signed-in') {
    const ended = before.status === 'signed-in' && after.status === 'signed-out';
    return ended ? { type: 'SIGNED_OUT', asked: after.asked === true } : null;
  }
  const { session, profile } = after;
  if (before.status !== 'signed-in' || before.session.user.id !== session.user.id) {
    return { type: 'SIGNED_IN', session };
  }
  if (before.session.accessToken !== session.accessToken) {
    return { type: 'TOKEN_REFRESHED', session };
  }
  if (before.profile !== null && profile !== null && differs(before.profile, profile)) {
    return { type: 'USER_UPDATED', session, user: profile };
  }
  return null;
}

export type SessionStateHolder = ReturnType<typeof createSessionState>;

export function createSessionState() {
  let state: SessionState = { status: 'loading' };
  const watchers = new Set<() => void>();
  const listeners = new Set<(event: SessionEvent) => void>();
  const tell = (event: SessionEvent) => listeners.forEach((listener) => listener(event));
  return {
    current: () => state,
    set: (next: SessionState) => {
      const event = eventBetween(state, next);
      state = next;
      watchers.forEach((watcher) => watcher());
      if (event !== null) tell(event);
    },
    /** For the page behind a recovery link, which does not change the session. */
    announce: (event: Extract<SessionEvent, { type: 'PASSWORD_RECOVERY' }>) => tell(event),
    /** Reports every event, beginning with INITIAL_SESSION; a late listener gets that at once. */
    subscribe: (listener: (event: SessionEvent) => void) => {
      listeners.add(listener);
      if (state.status !== 'loading') listener(initialSession(state));
      return () => void listeners.delete(listener);
    },
    /** Called after any change of the state, for React. */
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

/** The session of this tab. */
export const sessionState = createSessionState();

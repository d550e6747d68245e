/**
 * The state of the session, its events and its hooks. The session store sets the state, and start-session.ts that of a
 * visitor, who loads no store except on pages with a sign-in form.
 */
import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '../api/users';
import type { StorageKey } from '../lib/browser/browser-storage';
import { createListeners } from '../lib/listeners';
import type { Roles } from './roles';

/** The key in local storage. */
export const SESSION_KEY: StorageKey = 'educators-forum.session';

/**
 * The content of local storage. Earlier versions of the page did not store the optional members. Roles are not stored: only
 * GET /users/me provides them.
 */
export type StoredSession = {
  /** Identifies the sign-in, even after a refresh. */
  readonly id?: string;
  /** The first sign-in of the account. Only with the feature `apply`. */
  readonly isFirst?: boolean;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Milliseconds by the server's clock. */
  readonly expiresAt: number;
  /** Server clock minus this device's clock when the session was received, in milliseconds. */
  readonly clockOffset: number;
  readonly user: { readonly id: string; readonly email: string; readonly firstName?: string };
};

export type SessionState =
  | { readonly status: 'loading' }
  /** `asked` means that the user pressed Sign Out. False: the session expired or was revoked. Undefined for a visitor. */
  | { readonly status: 'signed-out'; readonly asked?: boolean }
  | {
      readonly status: 'signed-in';
      readonly session: StoredSession;
      readonly profile: CurrentUser | null;
      /** 'unknown' after a failed request. It is no reason to deny access. */
      readonly roles: Roles | 'loading' | 'unknown';
    };

export type { CurrentUser };

export type SessionEvent =
  /** Always the first event, with the stored session, or null for a visitor. */
  | { readonly type: 'INITIAL_SESSION'; readonly session: StoredSession | null }
  /** Another user has signed in. A refreshed token or a resumed tab causes no SIGNED_IN. */
  | { readonly type: 'SIGNED_IN'; readonly session: StoredSession }
  | { readonly type: 'TOKEN_REFRESHED'; readonly session: StoredSession }
  | { readonly type: 'USER_UPDATED'; readonly session: StoredSession; readonly user: CurrentUser }
  /** Announced by the page that a recovery link opens. The state does not change. */
  | {
      readonly type: 'PASSWORD_RECOVERY';
      readonly recoveryToken: string;
      readonly expiresIn: number;
    }
  /** `asked` has the same meaning as in SessionState. */
  | { readonly type: 'SIGNED_OUT'; readonly asked: boolean };

/** Also the state in prerendered HTML. */
const loading: SessionState = { status: 'loading' };

const initialSession = (state: SessionState): SessionEvent => ({
  type: 'INITIAL_SESSION',
  session: state.status === 'signed-in' ? state.session : null,
});

/** Null for a change without an event, such as the first profile of a session. */
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
  if (before.profile === null || profile === null) return null;
  // Comparing the JSON text is sufficient, because the server sends the fields in a fixed order.
  const isSame = JSON.stringify(before.profile) === JSON.stringify(profile);
  return isSame ? null : { type: 'USER_UPDATED', session, user: profile };
}

export type SessionStateHolder = ReturnType<typeof createSessionState>;

export function createSessionState() {
  let state = loading;
  const watchers = createListeners();
  const listeners = createListeners<[SessionEvent]>();
  return {
    current: () => state,
    set: (next: SessionState) => {
      const event = eventBetween(state, next);
      state = next;
      watchers.notify();
      if (event !== null) listeners.notify(event);
    },
    announce: (event: Extract<SessionEvent, { type: 'PASSWORD_RECOVERY' }>) =>
      listeners.notify(event),
    /** A late listener receives INITIAL_SESSION immediately. */
    subscribe: (listener: (event: SessionEvent) => void) => {
      if (state.status !== 'loading') listener(initialSession(state));
      return listeners.subscribe(listener);
    },
    /** Called after every change of the state, for React. */
    watch: watchers.subscribe,
  };
}

export const sessionState = createSessionState();

export function useSession(): SessionState {
  return useSyncExternalStore(sessionState.watch, sessionState.current, () => loading);
}

/** Milliseconds by the server's clock, or the browser's for a visitor. */
export function serverNow(): number {
  const state = sessionState.current();
  return Date.now() + (state.status === 'signed-in' ? state.session.clockOffset : 0);
}

/** Empty for a visitor. */
export function useOwnEmail(): string {
  const state = useSession();
  return state.status === 'signed-in' ? (state.profile?.email ?? state.session.user.email) : '';
}

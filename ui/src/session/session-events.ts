/** What the session store tells its listeners: one event a change, derived from the state before and after it. */
import type { CurrentUser, SessionState, StoredSession } from './session-state';

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

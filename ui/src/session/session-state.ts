/** What the browser knows of its session: one discriminated union, and the part of it that is stored. */
import type { CurrentUser } from '../api/users';
import type { Roles } from './roles';

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

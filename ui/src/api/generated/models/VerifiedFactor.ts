/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Assurance } from './Assurance';
import type { Proof } from './Proof';
import type { SessionUser } from './SessionUser';
import type { TokenType } from './TokenType';
/**
 * Your session after verifying a factor.
 */
export type VerifiedFactor = {
    /**
     * Send it as `Authorization: Bearer <token>`.
     */
    access_token: string;
    token_type: TokenType;
    /**
     * Seconds until the access token expires.
     */
    expires_in: number;
    /**
     * When the access token expires, by the server's clock.
     */
    expires_at: string;
    /**
     * Single-use.
     */
    refresh_token: string;
    aal: Assurance;
    /**
     * The authentication methods of the session, in order of use. Empty for sessions that are older than this member.
     */
    amr: Array<Proof>;
    user: SessionUser;
    /**
     * True if the first sign-in of the account opened the session. Only with the feature `apply`.
     */
    first_sign_in?: boolean;
    /**
     * Ten recovery codes if this was your first factor. Shown once.
     */
    recovery_codes: Array<string> | null;
};


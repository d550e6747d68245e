/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EntryStatus } from './EntryStatus';
import type { FactorChoice } from './FactorChoice';
/**
 * The account has a second factor. `POST /auth/sessions/factor` completes the sign-in.
 */
export type FactorRequired = {
    status: EntryStatus;
    /**
     * Proves the first step.
     */
    challenge_token: string;
    /**
     * Seconds until the token expires.
     */
    expires_in: number;
    /**
     * The verified factors of the account.
     */
    factors: Array<FactorChoice>;
    /**
     * For the passkeys among them, for `navigator.credentials.get`: `PublicKeyCredentialRequestOptionsJSON` (Web
     * Authentication, level 3).
     */
    options: Record<string, any> | null;
};


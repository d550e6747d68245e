/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { RestoreEmailPurpose } from './RestoreEmailPurpose';
/**
 * The earlier address is restored and all sessions have ended. The account has no password until the user chooses one.
 */
export type EmailRestored = {
    purpose: RestoreEmailPurpose;
    /**
     * Always true: the address is restored.
     */
    verified: boolean;
    /**
     * The bearer token of `PUT /auth/recovery/password`.
     */
    recovery_token: string;
    /**
     * Seconds until the recovery token expires.
     */
    expires_in: number;
};


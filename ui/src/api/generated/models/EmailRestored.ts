/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { RestoreEmailPurpose } from './RestoreEmailPurpose';
/**
 * The account has its earlier address again, and no session. It has no password until the user chooses one.
 */
export type EmailRestored = {
    purpose: RestoreEmailPurpose;
    /**
     * Always true: the address is put back.
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


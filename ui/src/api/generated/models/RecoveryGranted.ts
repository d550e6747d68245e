/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { RecoveryPurpose } from './RecoveryPurpose';
/**
 * The user may choose a new password.
 */
export type RecoveryGranted = {
    purpose: RecoveryPurpose;
    /**
     * The bearer token of `PUT /auth/recovery/password`.
     */
    recovery_token: string;
    /**
     * Seconds until the recovery token expires.
     */
    expires_in: number;
};


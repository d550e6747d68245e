/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { VerifyEmailPurpose } from './VerifyEmailPurpose';
/**
 * The address is confirmed.
 */
export type AddressVerified = {
    purpose: VerifyEmailPurpose;
    /**
     * Always true: the address is confirmed.
     */
    verified: boolean;
    /**
     * Present if the user has to choose a password before they can sign in, because there were several sign-ups with
     * the address: the bearer token of `PUT /auth/recovery/password`.
     */
    recovery_token?: string;
    /**
     * Seconds until the recovery token expires; present if that is.
     */
    expires_in?: number;
};


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
     * The confirmed address.
     */
    email: string;
    /**
     * The bearer token of `PUT /auth/recovery/password`. Present if several sign-ups used the address, so that the
     * user must choose a password before signing in.
     */
    recovery_token?: string;
    /**
     * Seconds until the recovery token expires. Present with `recovery_token`.
     */
    expires_in?: number;
};


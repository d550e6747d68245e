/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A public key.
 */
export type PublicKey = {
    /**
     * Its name in the footer of an access token, a PASERK `k4.pid.…`.
     */
    kid: string;
    /**
     * The key, a PASERK `k4.public.…`.
     */
    paserk: string;
    /**
     * From when it signs; 1970 for the first key of a site.
     */
    not_before: string;
    /**
     * When every token that it signed has ended; the year 9999 while that is not known.
     */
    not_after: string;
};


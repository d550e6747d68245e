/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Ten single-use codes that replace the authenticator. Shown once.
 */
export type NewRecoveryCodes = {
    /**
     * Each code signs in once in place of a factor.
     */
    recovery_codes: Array<string>;
};


/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Ten codes, each of which signs in once without the authenticator. Shown once.
 */
export type NewRecoveryCodes = {
    recovery_codes: Array<string>;
};


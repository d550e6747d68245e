/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The code from a provider's redirect.
 */
export type PkceSignInRequest = {
    /**
     * From the fragment of `/auth/finish`.
     */
    auth_code: string;
    /**
     * The verifier of the `code_challenge` (RFC 7636).
     */
    code_verifier: string;
};


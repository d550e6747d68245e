/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What came back from a provider with the browser.
 */
export type PkceSignInRequest = {
    /**
     * From the fragment of `/auth/finish`.
     */
    auth_code: string;
    /**
     * What the `code_challenge` of the way there was made of (RFC 7636).
     */
    code_verifier: string;
};


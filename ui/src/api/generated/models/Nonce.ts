/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The nonce of one identity token.
 */
export type Nonce = {
    /**
     * Send it to the provider and with the identity token.
     */
    nonce: string;
    /**
     * Seconds until the nonce expires.
     */
    expires_in: number;
};


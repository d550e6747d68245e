/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * For one identity token.
 */
export type Nonce = {
    nonce: string;
    /**
     * Seconds until it expires.
     */
    expires_in: number;
};


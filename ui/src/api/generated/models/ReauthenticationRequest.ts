/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Proof of identity: `password` alone, `factor_id` and `code`, or `credential` alone.
 */
export type ReauthenticationRequest = {
    /**
     * The password of the account.
     */
    password?: string | null;
    /**
     * The factor that the code belongs to.
     */
    factor_id?: string | null;
    /**
     * The code that the app shows.
     */
    code?: string | null;
    /**
     * The JSON of the `PublicKeyCredential` that the browser returned for a challenge to one of your passkeys.
     */
    credential?: Record<string, any> | null;
};


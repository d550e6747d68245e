/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The answer to a challenge.
 */
export type PasskeySignInRequest = {
    /**
     * The JSON of the `PublicKeyCredential` that the browser returned.
     */
    credential: Record<string, any>;
};


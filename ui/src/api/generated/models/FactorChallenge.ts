/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A challenge to use a factor.
 */
export type FactorChallenge = {
    id: string;
    expires_at: string;
    /**
     * For a passkey: what `navigator.credentials.get` is given or, until it was created, `navigator.credentials.create`.
     */
    options: Record<string, any> | null;
};


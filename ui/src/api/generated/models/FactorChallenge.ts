/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A challenge to use a factor.
 */
export type FactorChallenge = {
    /**
     * The `challenge_id` of the answer.
     */
    id: string;
    /**
     * When the challenge expires.
     */
    expires_at: string;
    /**
     * For a passkey: the options of `navigator.credentials.get` or, before it is verified,
     * `navigator.credentials.create`.
     */
    options: Record<string, any> | null;
};


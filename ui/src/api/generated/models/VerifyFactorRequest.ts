/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The answer to a challenge: `code`, or for a passkey `credential`.
 */
export type VerifyFactorRequest = {
    /**
     * Which challenge this answers.
     */
    challenge_id: string;
    /**
     * The code that the app shows.
     */
    code?: string | null;
    /**
     * The JSON of the `PublicKeyCredential` that the browser returned.
     */
    credential?: Record<string, any> | null;
};


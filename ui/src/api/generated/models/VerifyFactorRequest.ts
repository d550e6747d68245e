/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The answer to a challenge.
 */
export type VerifyFactorRequest = {
    challenge_id: string;
    /**
     * The code that the app shows.
     */
    code: string;
};


/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The second step of a sign-in: `factor_id` and `code`, `credential` alone, or `recovery_code` alone.
 */
export type FactorSignInRequest = {
    /**
     * The token of the first step.
     */
    challenge_token: string;
    /**
     * The factor that the code belongs to.
     */
    factor_id?: string | null;
    /**
     * The code that the app shows.
     */
    code?: string | null;
    /**
     * The JSON of the `PublicKeyCredential` that the browser returned for the `options` of the first step.
     */
    credential?: Record<string, any> | null;
    /**
     * One of the unused codes.
     */
    recovery_code?: string | null;
};


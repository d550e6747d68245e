/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A request for a sign-in code.
 */
export type RequestSignInCodeRequest = {
    /**
     * The confirmed email address.
     */
    email: string;
};


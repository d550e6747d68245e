/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Who wants to sign in.
 */
export type RequestSignInCodeRequest = {
    /**
     * The confirmed email address.
     */
    email: string;
};


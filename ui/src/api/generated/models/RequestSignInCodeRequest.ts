/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Where to send the code.
 */
export type RequestSignInCodeRequest = {
    /**
     * The confirmed email address.
     */
    email: string;
};


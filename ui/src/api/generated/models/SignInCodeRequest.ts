/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A sign-in code.
 */
export type SignInCodeRequest = {
    /**
     * The address that the email was sent to.
     */
    email: string;
    /**
     * The code in the newest email.
     */
    code: string;
};


/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What the sign-in form sends.
 */
export type SignInRequest = {
    /**
     * The confirmed email address.
     */
    email: string;
    /**
     * The password.
     */
    password: string;
};


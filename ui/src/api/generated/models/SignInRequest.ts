/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The credentials of a user.
 */
export type SignInRequest = {
    /**
     * The confirmed email address.
     */
    email: string;
    /**
     * The password of the account.
     */
    password: string;
};


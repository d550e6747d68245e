/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A new password.
 */
export type ChangePasswordRequest = {
    /**
     * The password that the new one replaces.
     */
    current_password: string;
    /**
     * Must meet four of the five rules of `PasswordRules`.
     */
    password: string;
};


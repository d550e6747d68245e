/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A new account.
 */
export type SignUpRequest = {
    /**
     * The address to confirm.
     */
    email: string;
    /**
     * Must meet four of the five rules of `PasswordRules`.
     */
    password: string;
    /**
     * The given name.
     */
    first_name: string;
    /**
     * The family name.
     */
    last_name: string;
};


/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What the sign-up form sends.
 */
export type SignUpRequest = {
    /**
     * The address to confirm, at most 254 characters.
     */
    email: string;
    /**
     * 8 to 128 characters that meet four of the five rules.
     */
    password: string;
    /**
     * At most 100 characters.
     */
    first_name: string;
    /**
     * At most 100 characters.
     */
    last_name: string;
};


/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Redeems a mailed code.
 */
export type TypedCode = {
    /**
     * The address that the email was sent to.
     */
    email: string;
    /**
     * The code in the email.
     */
    code: string;
};


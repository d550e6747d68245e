/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Whose password is lost.
 */
export type RequestRecoveryRequest = {
    /**
     * The address of the account.
     */
    email: string;
};


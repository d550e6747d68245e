/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A request for a recovery email.
 */
export type RequestRecoveryRequest = {
    /**
     * The address of the account.
     */
    email: string;
};


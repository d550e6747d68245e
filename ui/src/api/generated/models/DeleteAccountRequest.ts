/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What proves that it is you.
 */
export type DeleteAccountRequest = {
    /**
     * Without it your session must be fresh, as for enrolling a factor.
     */
    current_password?: string | null;
};


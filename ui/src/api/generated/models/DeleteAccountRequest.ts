/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What proves that it is you.
 */
export type DeleteAccountRequest = {
    current_password: string;
};


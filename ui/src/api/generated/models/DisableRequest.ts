/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Why an account is disabled, for the audit log. The user never sees it.
 */
export type DisableRequest = {
    reason: string;
};

